/** Names and colours of segment kinds. */

import type { SegmentKind } from "@/lib/contracts/run/prompt-manifest.ts";
import * as text from "@/lib/messages/inspector-model-calls.ts";

const TONES: Record<SegmentKind, string> = {
  "system-prompt": "var(--color-silver)",
  "own-instructions": "var(--color-accent-strong)",
  "tool-schemas": "var(--color-faint)",
  "current-input": "var(--color-accent)",
  "attachment-reference": "var(--color-code-name)",
  "attachment-content": "var(--color-code-key)",
  "tool-history": "var(--color-warn)",
  "run-scratchpad": "var(--color-good)",
  "context-state": "var(--color-code-value)",
  "structured-facts": "var(--color-code-value)",
  "shared-context": "var(--color-code-text)",
  "step-result": "var(--color-code-text)",
  "rebuilt-conversation": "var(--color-danger)",
  "visible-turn": "var(--color-accent)",
};

export function kindTone(kind: SegmentKind): string {
  return TONES[kind];
}

const NAMES: Record<SegmentKind, () => string> = {
  "system-prompt": text.kindSystemPrompt,
  "own-instructions": text.kindOwnInstructions,
  "tool-schemas": text.kindToolSchemas,
  "current-input": text.kindCurrentInput,
  "attachment-reference": text.kindAttachmentReference,
  "attachment-content": text.kindAttachmentContent,
  "tool-history": text.kindToolHistory,
  "run-scratchpad": text.kindRunScratchpad,
  "context-state": text.kindContextState,
  "structured-facts": text.kindStructuredFacts,
  "shared-context": text.kindSharedContext,
  "step-result": text.kindStepResult,
  "rebuilt-conversation": text.kindRebuiltConversation,
  "visible-turn": text.kindVisibleTurn,
};

export function kindName(kind: SegmentKind): string {
  return NAMES[kind]();
}

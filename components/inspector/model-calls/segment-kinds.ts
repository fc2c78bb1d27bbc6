/** Names and colours of segment kinds. */

import type { SegmentKind } from "@/lib/contracts/run/prompt-manifest.ts";
import * as text from "@/lib/messages/inspector-model-calls.ts";

const TONES: Record<SegmentKind, string> = {
  "system-prompt": "var(--color-silver)",
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
};

export function kindTone(kind: SegmentKind): string {
  return TONES[kind];
}

/** `tool-history` reads "Tool history". */
export function kindName(kind: SegmentKind): string {
  if (kind === "run-scratchpad") return text.callsAndResultsOfThisRun();
  const words = kind.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

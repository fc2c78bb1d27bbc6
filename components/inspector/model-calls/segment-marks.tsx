/** What is said of a segment wherever it is shown: its kind, its size among the others, why it could not be rebuilt. */
"use client";
import type { NotRebuilt } from "@/lib/contracts/inspector/run/call-inspection.ts";
import type { ManifestSegment, SegmentKind } from "@/lib/contracts/run/prompt-manifest.ts";
import * as text from "@/lib/messages/inspector-model-calls.ts";
import { numberItems } from "../values/format-figures.ts";

type SizeBarProps = {
  segments: readonly Pick<ManifestSegment, "kind" | "bytes">[];
  bytes: number;
};

/** The segments of a prompt as parts of a bar, by size. */
export function SizeBar({ segments, bytes }: SizeBarProps) {
  if (bytes === 0) return null;
  return (
    <div aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded-full bg-line">
      {numberItems(segments).map(({ ordinal, item: segment }) => (
        <span
          key={ordinal}
          className="min-w-[2px]"
          style={{ flexGrow: segment.bytes, background: kindTone(segment.kind) }}
        />
      ))}
    </div>
  );
}

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
  "judged-turn": "var(--color-accent)",
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
  "judged-turn": text.kindJudgedTurn,
};

export function kindName(kind: SegmentKind): string {
  return NAMES[kind]();
}

const because = (word: string, sentence: string) => ({ word, sentence });

/** Why a segment could not be rebuilt: a word and a sentence. */
export const WHY_NOT: Record<NotRebuilt, { word: string; sentence: string }> = {
  "instructions-changed": because(text.changedSince(), text.theInstructionsHaveChangedSince()),
  "prompt-changed": because(text.changedSince(), text.theSystemPromptHasChangedSince()),
  "tools-changed": because(text.changedSince(), text.theToolsHaveChangedSinceTheir()),
  "kept-by-service": because(text.inTheService(), text.theServiceKeepsItsOwnPrompt()),
  "not-reported": because(text.notReported(), text.theServiceReportsNoTrace()),
  "state-gone": because(text.stateGone(), text.theVersionOfTheStateIsGone()),
  "state-unreadable": because(text.unreadable(), text.theVersionOfTheStateCannotBeRead()),
  differs: because(text.differs(), text.whatIsStoredTodayGivesOther()),
  "not-recorded": because(text.notRecorded(), text.theLogOfThisRunDoes()),
  "too-large": because(text.tooLarge(), text.itIsLargerThanWhatIs()),
};

import "server-only";
/** Decision 1 as a table: which segment kinds each memory policy lets into a prompt. */
import type { PromptManifest, SegmentKind } from "../contracts/run/prompt-manifest.ts";

export type MemoryPolicy = PromptManifest["memoryPolicy"];

/** Needed by every agent, and no memory: this run's own material. */
const THIS_RUN = [
  "system-prompt",
  "tool-schemas",
  "current-input",
  "attachment-reference",
  "attachment-content",
  "run-scratchpad",
  "step-result",
  "shared-context",
] as const satisfies SegmentKind[];

export const MEMORY_POLICIES: Record<MemoryPolicy, ReadonlySet<SegmentKind>> = {
  "tool-history": new Set<SegmentKind>([...THIS_RUN, "tool-history", "rebuilt-conversation"]),
  "remote-conversation": new Set<SegmentKind>([...THIS_RUN]),
  "context-state": new Set<SegmentKind>([...THIS_RUN, "context-state", "structured-facts"]),
};

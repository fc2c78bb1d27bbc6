import "server-only";
/** The segment kinds that each memory policy allows in a prompt (decision 1). */
import type { PromptManifest, SegmentKind } from "../contracts/run/prompt-manifest.ts";

export type MemoryPolicy = PromptManifest["memoryPolicy"];

/** Material of the current run, allowed under every policy. It is not memory. */
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

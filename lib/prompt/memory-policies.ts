/** Memory policies: which one is in force, and the segment kinds that each allows in a prompt (decision 1). */
import "server-only";
import type { PromptManifest, SegmentKind } from "../contracts/run/prompt-manifest.ts";
import { isMemoryForced } from "../env/settings.ts";

export type MemoryPolicy = PromptManifest["memoryPolicy"];

/** Content of the current run and what its person asks of every answer, allowed under every policy. It is not memory. */
const THIS_RUN = [
  "system-prompt",
  "own-instructions",
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
  // No agent has it: it is for calls about a conversation that may know what its person saw, and nothing else.
  "visible-turns": new Set<SegmentKind>(["system-prompt", "visible-turn"]),
  // The same for the model judge, to which all of it is data.
  "judged-turns": new Set<SegmentKind>(["system-prompt", "judged-turn"]),
};

/** The agent's own policy, unless the deployment forces `context-state` on every agent. */
export function policyInForce(declared: MemoryPolicy): MemoryPolicy {
  return isMemoryForced() ? "context-state" : declared;
}

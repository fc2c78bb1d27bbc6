import "server-only";
/** How the general agent begins: its memory, this turn's words, and what earlier steps of the plan found. */
import { attachmentsToText } from "../../hidden-state/attachments-to-text.ts";
import type { UserEntry } from "../../hidden-state/chat-message.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { openingSegments } from "../../prompt/opening-segments.ts";
import { policyInForce } from "../../prompt/policy-in-force.ts";
import { makeSegment, type Segment } from "../../prompt/segment.ts";
import type { AgentTask } from "../agent.ts";
import { sharedSegments } from "../shared-segments.ts";
import type { Recalled } from "./recall-exchanges.ts";
import { generalSystemPrompt } from "./system-prompt.ts";

const AGENT_ID = "general";

/** The person's message as the model reads it, or the step's objective: secrets out, attachments as references. */
export function currentInput({
  text,
  input,
  attachedUrls,
}: Pick<AgentTask, "text" | "input" | "attachedUrls">): UserEntry {
  const words = sanitise(input?.objective ?? text).value;
  const attached = attachedUrls.map((url) => ({ url }));
  return { role: "user", content: attachmentsToText(words, attached, { allowContent: false }) };
}

export function generalOpening(task: AgentTask, recalled: Recalled, input: UserEntry): Segment[] {
  return openingSegments({
    agentId: AGENT_ID,
    version: 1,
    memoryPolicy: policyInForce("tool-history"),
    systemPrompt: generalSystemPrompt(),
    exchanges: recalled.exchanges,
    rebuilt: recalled.quarantined !== null,
    input,
    inputSource: task.input ? "plan:objective" : `message:${task.userMessageId}`,
    runId: task.runId,
    between: [
      ...sharedSegments(AGENT_ID, task.sharedContext),
      ...(task.input?.results ?? []).map((result) => stepResult(task.runId, result)),
    ],
  });
}

/** What an earlier step of this run found. It is this run's material, and no memory. */
function stepResult(runId: string, { stepId, text }: { stepId: string; text: string }): Segment {
  return makeSegment({
    kind: "step-result",
    agentId: AGENT_ID,
    source: `step:${stepId}`,
    runId,
    messages: [{ role: "user", content: stepResultText(text) }],
  });
}

export function stepResultText(text: string): string {
  return `Known so far, from an earlier step:\n\n${text}`;
}

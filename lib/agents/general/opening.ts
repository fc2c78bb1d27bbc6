/** The general agent's opening segments: memory, current input, and the results of earlier steps. */
import "server-only";
import { attachmentsToText, wordsOrFilesAlone } from "../../hidden-state/attachments-to-text.ts";
import type { UserEntry } from "../../hidden-state/chat-message.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { openingSegments } from "../../prompt/opening-segments.ts";
import type { Segment } from "../../prompt/segment.ts";
import type { AgentTask, GivenInput } from "../agent.ts";
import { instructionSegments, sharedSegments, stepResultSegments } from "../shared-segments.ts";
import { systemPromptOf } from "../system-prompt.ts";

/** The person's message, or the step's objective, without secrets and with attachments as references. */
export function currentInput({ text, input, attachedUrls }: GivenInput): UserEntry {
  const said = wordsOrFilesAlone(text, attachedUrls.length);
  const words = sanitise(input?.objective ?? said).value;
  const attached = attachedUrls.map((url) => ({ url }));
  return { role: "user", content: attachmentsToText(words, attached, { allowContent: false }) };
}

export function generalOpening(
  task: AgentTask,
  memory: readonly Segment[],
  input: UserEntry,
  pictures: readonly Segment[],
): Segment[] {
  const { agent } = task;
  const { version, text } = systemPromptOf(agent);
  return openingSegments({
    agentId: agent.id,
    version,
    systemPrompt: text,
    memory: [...instructionSegments(agent.id, task.instructions), ...memory],
    input,
    inputSource: task.input ? "plan:objective" : `message:${task.userMessageId}`,
    runId: task.runId,
    between: [...sharedSegments(task), ...stepResultSegments(task), ...pictures],
  });
}

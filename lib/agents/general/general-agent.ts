/** Runs the general agent: recalls what it remembers, runs the tool loop, and stores what is new. */
import "server-only";
import { withoutCitations } from "../../contracts/public/sources/read-citations.ts";
import { settings } from "../../env/settings.ts";
import { attachmentsToText, wordsOrFilesAlone } from "../../hidden-state/attachments-to-text.ts";
import type { UserEntry } from "../../hidden-state/chat-message.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { policyInForce } from "../../prompt/memory-policies.ts";
import { openingSegments } from "../../prompt/opening-segments.ts";
import type { Segment } from "../../prompt/segment.ts";
import type { Tool } from "../../tools/tool.ts";
import type { AgentOutcome, AgentTask, GivenInput, ImplementAgent } from "../agent.ts";
import { callsIn } from "../facts/collect-facts.ts";
import { approvedCall, toPending } from "../loop/pending-call.ts";
import { runToolLoop } from "../loop/run-tool-loop.ts";
import { openMemory } from "../memory/history-memory.ts";
import { pictureSegments } from "../picture-segments.ts";
import {
  instructionSegments,
  roundSegments,
  sharedSegments,
  soFarSegments,
  stepResultSegments,
} from "../shared-segments.ts";
import { systemPromptOf } from "../system-prompt.ts";

export const implementGeneral: ImplementAgent = ({ deploymentTools }) => ({
  maySpeculate: true,
  tools: deploymentTools,
  run: (task) => runGeneral(deploymentTools, task),
  currentInputs: (given) => [currentInput(given).content],
});

async function runGeneral(tools: readonly Tool[], task: AgentTask): Promise<AgentOutcome> {
  const { agent } = task;
  const memory = await openMemory(task, tools);
  const input = currentInput(task);
  const { call: approved, before: decided } = approvedCall(task.approval, tools);
  const before = task.soFar === null ? decided : memory.replacedRounds;
  const pictures = await pictureSegments(agent.id, task.runId, task.pictures);
  const { AGENT_MAX_ROUNDS: maxRounds, AGENT_MAX_MS: maxMs } = settings();
  const { end, scratch, ran, figures } = await runToolLoop({
    ...task,
    agent: { id: agent.id, memoryPolicy: policyInForce(agent.memory), tools },
    opening: [
      ...generalOpening(task, memory.segments, input, pictures),
      ...roundSegments(task, before),
      ...soFarSegments(agent.id, task.runId, task.soFar),
    ],
    limits: { maxRounds, maxMs },
    approved,
    knownSources: task.sources?.knownIn([
      ...(task.input?.results ?? []).map(({ text }) => text),
      task.soFar ?? "",
    ]),
  });
  const approval = end.kind === "awaits-approval" ? toPending(end) : null;
  if (approval) task.ports.emitText(`${task.ports.answer() ? "\n\n" : ""}${approval.question}`);
  // Numbers of sources mean something in this run only.
  const answer = { role: "assistant" as const, content: withoutCitations(task.ports.answer()) };
  const messages = [asked(task, input), ...before, ...scratch, answer];
  if (end.kind !== "failed") await memory.remember([...callsIn(before), ...ran], messages);
  return { end, figures, artifacts: memory.artifacts(), approval };
}

/** What is remembered of the question: the person's words and, in a plan of several steps, the agent's part apart. */
function asked(task: AgentTask, input: UserEntry): UserEntry {
  if (!task.input) return input;
  return { ...currentInput({ ...task, input: null }), task: input.content };
}

// The general agent's opening segments: memory, current input, and the results of earlier steps.

/** The person's message, or the step's objective, without secrets and with attachments as references. */
function currentInput({ text, input, attachedUrls }: GivenInput): UserEntry {
  const said = wordsOrFilesAlone(text, attachedUrls.length);
  const words = sanitise(input?.objective ?? said).value;
  const attached = attachedUrls.map((url) => ({ url }));
  return { role: "user", content: attachmentsToText(words, attached, { allowContent: false }) };
}

function generalOpening(
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

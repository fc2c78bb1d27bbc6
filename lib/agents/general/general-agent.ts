/** Runs the general agent: recalls what it remembers, runs the tool loop, and stores what is new. */
import "server-only";
import { joinOrigins, type Origin } from "../../contracts/model/origin.ts";
import { withoutCitations } from "../../contracts/public/sources/read-citations.ts";
import { attachmentsToText, wordsOrFilesAlone } from "../../hidden-state/attachments-to-text.ts";
import type { UserEntry } from "../../hidden-state/chat-message.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { policyInForce } from "../../prompt/memory-policies.ts";
import { openingSegments } from "../../prompt/opening-segments.ts";
import type { Segment } from "../../prompt/segment.ts";
import type { Tool } from "../../tools/tool.ts";
import {
  type AgentOutcome,
  type AgentTask,
  type GivenInput,
  type ImplementAgent,
  originOfInput,
} from "../agent.ts";
import { callsIn } from "../facts/collect-facts.ts";
import { passMessage } from "../glass/pass-memory.ts";
import { approvedCall, pendingCall, toPending } from "../loop/pending-call.ts";
import { runToolLoop } from "../loop/run-tool-loop.ts";
import { type Memory, openMemory } from "../memory/history-memory.ts";
import {
  instructionSegments,
  pictureSegments,
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
  pendingCall: ({ resume }) => pendingCall(resume, deploymentTools),
  currentInputs: (given) => [currentInput(given).content],
});

async function runGeneral(tools: readonly Tool[], task: AgentTask): Promise<AgentOutcome> {
  const { agent, who, given, sources, ports } = task;
  const memory = await openMemory(task, tools);
  const input = currentInput(given);
  const { call: approved, before: decided } = approvedCall(given.approval, tools);
  const before = given.soFar === null ? decided : memory.replacedRounds;
  const pictures = await pictureSegments(agent.id, who.runId, given.pictures);
  const { end, scratch, ran, figures, origin } = await runToolLoop({
    agent: { id: agent.id, memoryPolicy: policyInForce(agent.memory), tools },
    opening: [
      ...generalOpening(task, memory.segments, input, pictures),
      ...roundSegments(task, before),
      ...soFarSegments(agent.id, who.runId, given.soFar, originOfSoFar(given, memory)),
    ],
    who,
    files: given.files,
    soFar: given.soFar,
    ownWords: given.ownWords,
    approved,
    earlierCalls: task.memory.earlierCalls,
    sources,
    knownSources: sources?.knownIn([
      ...(given.input?.results ?? []).map(({ text }) => text),
      given.soFar ?? "",
    ]),
    trace: task.trace,
    ports,
    governance: task.governance,
    limits: task.limits,
  });
  const approval = end.kind === "awaits-approval" ? toPending(end, ports.glass) : null;
  if (approval) ports.emitText(`${ports.answer() ? "\n\n" : ""}${approval.question}`);
  // Numbers of sources mean something in this run only.
  const content = withoutCitations(ports.answer());
  const isWhole = end.kind === "answered" && end.opaque && content === ports.answer();
  const beside = isWhole ? { opaque: end.opaque } : {};
  // Strict servers refuse an empty answer when it comes back.
  const answer =
    content.trim() === "" ? [] : [{ role: "assistant" as const, content, ...beside, origin }];
  const passed = scratch.map((message) => passMessage(ports.glass, message));
  const messages = [asked(given, input), ...before, ...passed, ...answer];
  if (end.kind !== "failed") await memory.remember([...callsIn(before), ...ran], messages);
  return { end, figures, artifacts: memory.artifacts(), approval };
}

/** Where the text so far comes from, looked up as it is remembered: without numbers of sources, and without secrets. */
function originOfSoFar({ soFar }: AgentTask["given"], memory: Memory): Origin {
  return memory.originOfReplaced(sanitise(withoutCitations(soFar ?? "")).value);
}

/** What is remembered of the question: the person's words and, in a plan of several steps, the agent's part apart. */
function asked(given: AgentTask["given"], input: UserEntry): UserEntry {
  const { origins, input: step, ownWords } = given;
  const entry = step
    ? { ...currentInput({ ...given, input: null }), task: input.content }
    : { ...input };
  const origin = step ? joinOrigins([origins.text, origins.objective]) : origins.text;
  // As a whole it is theirs only where nothing stands beside their words.
  const isTheirs = origin === "person" || ownWords.trim() === "";
  return { ...entry, ...(!isTheirs && { typed: sanitise(ownWords).value }), origin };
}

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
  const { agent, who, given } = task;
  const { version, text } = systemPromptOf(agent);
  return openingSegments({
    agentId: agent.id,
    version,
    systemPrompt: text,
    memory: [
      ...instructionSegments(agent.id, given.instructions, given.origins.instructions),
      ...memory,
    ],
    input,
    inputOrigin: originOfInput(given),
    inputSource: given.input ? "plan:objective" : `message:${who.userMessageId}`,
    runId: who.runId,
    between: [
      ...sharedSegments(agent.id, given.sharedContext, given.origins.shared),
      ...stepResultSegments(task),
      ...pictures,
    ],
  });
}

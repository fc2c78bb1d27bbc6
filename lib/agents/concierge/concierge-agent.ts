/** Runs the concierge: recalls its context state, runs the tool loop, and stores what changed. */
import "server-only";
import { z } from "zod";
import { withoutQuotes } from "../../context-state/quotes-turn.ts";
import { joinOrigins } from "../../contracts/model/origin.ts";
import { wordsOrFilesAlone } from "../../hidden-state/attachments-to-text.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import * as text from "../../messages/answers.ts";
import { makeSegment, type Segment } from "../../prompt/segment.ts";
import type { Tool } from "../../tools/tool.ts";
import {
  type AgentOutcome,
  type AgentTask,
  type GivenInput,
  type ImplementAgent,
  originOfInput,
} from "../agent.ts";
import { INTAKE_RESULT_MAX_BYTES, INTAKE_TOOL_TIMEOUT_MS } from "../limits.ts";
import { runToolLoop } from "../loop/run-tool-loop.ts";
import { type RecalledContext, recallContext, rememberContext } from "../memory/context-memory.ts";
import { instructionSegments, sharedSegments, soFarSegments } from "../shared-segments.ts";
import { systemSegment } from "../system-prompt.ts";
import { leaveOutAskedAgain } from "./answered-topics.ts";
import { Brief } from "./brief.ts";
import { CONCIERGE_CONTEXT, type ConciergeContext, ConciergeDelta } from "./concierge-context.ts";
import { type IntakeSession, openIntake } from "./intake-session.ts";
import { renderConciergeSections } from "./render-context.ts";
import { missingTopics } from "./topics.ts";

const LIMITS = {
  version: "1",
  timeoutMs: INTAKE_TOOL_TIMEOUT_MS,
  maxResultBytes: INTAKE_RESULT_MAX_BYTES,
  policy: { writes: false, egress: false, riskTags: [] },
  origin: "computed",
  isReplayed: true,
} as const;
/** The session validates the delta itself, so that a refusal can tell the model what to fix. */
const DeltaArguments = z.strictObject({ delta: ConciergeDelta });
const HandOver = z.strictObject({
  reason: z.string().max(200).describe("What the message asks for, in your own few words."),
});

export const implementConcierge: ImplementAgent = () => ({
  maySpeculate: true,
  tools: intakeTools(NO_SESSION),
  run: runConcierge,
  currentInputs: (given) => [currentInput(given)],
});

async function runConcierge(task: AgentTask): Promise<AgentOutcome> {
  const { agent, who, given, memory, trace, ports } = task;
  const { id, memory: memoryPolicy } = agent;
  const access = { agentId: id, memory: memory.own, trace, ports };
  const recalled = await recallContext(access, CONCIERGE_CONTEXT);
  const said = leaveOutAskedAgain(
    ports.emitText,
    () => session.state.answers,
    (key) => ports.appendEvent({ type: "run.noted", code: "asked-again", detail: key }),
  );
  const saying = { ...ports, emitText: said.write, answer: () => ports.answer() + said.held() };
  const session = openIntake({ agent, given, memory, trace, ports: saying }, recalled);
  const { end, figures, origin } = await runToolLoop({
    agent: { id, memoryPolicy, tools: intakeTools(session), needsTools: true },
    opening: [...openingSegments(task, recalled), ...soFarSegments(id, who.runId, given.soFar)],
    who,
    files: given.files,
    ownWords: given.ownWords,
    soFar: given.soFar,
    sources: task.sources,
    trace,
    ports: saying,
    governance: task.governance,
    limits: task.limits,
    endedBy: () =>
      session.handedOver === null ? null : { kind: "handed-over", reason: session.handedOver },
  });
  // Two agents must not answer one message.
  if (session.handedOver === null) said.end();
  const [next] = missingTopics(session.state.answers);
  if (said.asksNothing() && next) ports.emitText(`${gapBehind(ports.answer())}${next.question}`);
  if (session.isBlocked) ports.emitText(`\n\n${text.briefBlocked()}`);
  session.conclude();
  const { deltas: contextDeltas, documents } = session;
  const isNew = contextDeltas.length > 0 || recalled.quarantined !== null;
  const newStates = isNew
    ? [rememberContext(access, CONCIERGE_CONTEXT, session.state, [...recalled.origins, origin])]
    : [];
  const quarantined = recalled.quarantined ? [recalled.quarantined] : [];
  const artifacts = { newStates, quarantined, contextDeltas, documents };
  const awaits = next && end.kind === "answered" ? `an answer about the ${next.key}` : undefined;
  return { end, figures, artifacts, approval: null, awaits };
}

const gapBehind = (answer: string) => (answer === "" || /\s$/.test(answer) ? "" : " ");

function openingSegments(
  { agent, who, given, memory }: AgentTask,
  { state, version, origins }: RecalledContext<ConciergeContext>,
): Segment[] {
  const agentId = agent.id;
  return [
    systemSegment(agent, who.runId),
    ...instructionSegments(agentId, given.instructions, given.origins.instructions),
    makeSegment({
      kind: "context-state",
      agentId,
      source: `state:${agentId}@${version}`,
      runId: null,
      origin: joinOrigins(origins),
      messages: [
        { role: "user", content: renderConciergeSections(withoutQuotes(state, memory.said)) },
      ],
    }),
    ...sharedSegments(agentId, given.sharedContext, given.origins.shared),
    makeSegment({
      kind: "current-input",
      agentId,
      source: `message:${who.userMessageId}`,
      runId: who.runId,
      origin: originOfInput(given),
      messages: [{ role: "user", content: currentInput(given) }],
    }),
  ];
}

function currentInput({ text, input, attachedUrls }: GivenInput): string {
  return sanitise(input?.objective ?? wordsOrFilesAlone(text, attachedUrls.length)).value;
}

/** A placeholder session. Only the tools' schemas are read from it, and they are the same in every session. */
const NO_SESSION: IntakeSession = {
  state: CONCIERGE_CONTEXT.empty,
  deltas: [],
  documents: [],
  isBlocked: false,
  handedOver: null,
  applyDelta: () => ({ outcome: "failed", content: "" }),
  refuseDelta: () => null,
  refuseBrief: () => null,
  conclude: () => undefined,
  writeBrief: () => ({ outcome: "failed", content: "" }),
  handOver: () => ({ outcome: "failed", content: "" }),
};

/** The concierge's tools. They change the turn's session, which is stored when the run ends. */
export function intakeTools(session: IntakeSession): Tool[] {
  return [
    {
      ...LIMITS,
      name: "update_context_state",
      description:
        "Changes what is known of the project. Send only what is new, in your own short words, never the person's message verbatim. Put answers under their topic's key, the key of what you ask next under questions_asked, and take closed points out of open_gaps.",
      arguments: DeltaArguments,
      status: "thinking",
      onMisfit: (problem) => session.refuseDelta(problem),
      run: async (args, context) =>
        session.applyDelta((args as z.infer<typeof DeltaArguments>).delta, context),
    },
    {
      ...LIMITS,
      name: "write_brief",
      description:
        "Writes the project brief as a document for the person. Only when every topic is answered.",
      arguments: Brief,
      status: "working-it-out",
      onMisfit: (problem) => session.refuseBrief(problem),
      run: async (args) => session.writeBrief(Brief.parse(args)),
    },
    {
      ...LIMITS,
      name: "hand_over",
      description:
        "Gives the message to somebody else to answer, where it asks for something that has nothing to do with the intake. Say nothing before.",
      arguments: HandOver,
      status: "thinking",
      run: async (args) => session.handOver(HandOver.parse(args).reason),
    },
  ];
}

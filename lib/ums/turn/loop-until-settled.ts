/** Runs the agent loop until it answers, fails, or needs the person's approval. */
import "server-only";
import { foldFacts } from "../../agents/facts/fold-facts.ts";
import { recordedOrigins } from "../../agents/foreign/record-origins.ts";
import { withForeignText } from "../../agents/foreign/tell-foreign-text.ts";
import { answerCall, DECLINED, NOT_KNOWN } from "../../agents/loop/answer-call.ts";
import type { LoopEnd, LoopInput } from "../../agents/loop/loop-types.ts";
import { openGateway } from "../../agents/loop/open-gateway.ts";
import { runToolLoop } from "../../agents/loop/run-tool-loop.ts";
import { type ReflectedRun, reflectedRuns } from "../../agents/record-execution.ts";
import { type Hops, recordHops } from "../../agents/record-hops.ts";
import { instructionSegments, stepResultText } from "../../agents/shared-segments.ts";
import type { Governance, GovernedCall } from "../../agents/task-parts.ts";
import {
  isPrivate,
  joinOrigins,
  type Origin,
  trustOf,
  UNKNOWN,
} from "../../contracts/model/origin.ts";
import type { HopDecision } from "../../contracts/run/hop-decision.ts";
import type { RunPorts } from "../../contracts/run/run-work.ts";
import { signCall, toSignedId } from "../../db/ums/own-call.ts";
import { idOf } from "../../db/ums/service-conversations.ts";
import { settings } from "../../env/settings.ts";
import { envelopeFacts } from "../../governance/envelope-facts.ts";
import { actionId } from "../../governance/policy-entities.ts";
import {
  type ChatMessage,
  type Exchange,
  toReplayed,
  type UserEntry,
} from "../../hidden-state/chat-message.ts";
import { factsSegments, historySegments, openingSegments } from "../../prompt/opening-segments.ts";
import { makeSegment, type Segment } from "../../prompt/segment.ts";
import { UMS_LIMITS } from "../limits.ts";
import { type AskedAbout, askAboutCall } from "./ask-about-call.ts";
import { serviceHop } from "./caller.ts";
import { type UmsAgent, umsAgent } from "./ums-agent.ts";
import {
  type DecidedCall,
  type PendingCall,
  toWrittenCall,
  type UmsPorts,
  type UmsTurn,
  type WrittenCall,
} from "./ums-turn.ts";

export type Settled = {
  end: LoopEnd;
  /** Whole rounds: calls with their results. */
  scratch: ChatMessage[];
  /** Where what its model wrote comes from. */
  origin: Origin;
  pending: PendingCall | null;
  /** Whether a call of this try writes; what an earlier try wrote does not count. */
  hasWritten: boolean;
  /** The service's own record of its calls, `agent_execution` version 1. */
  execution: readonly ReflectedRun[];
};

export async function loopUntilSettled(
  turn: UmsTurn,
  ports: UmsPorts,
  input: UserEntry,
  run: RunPorts,
  onPrompt: LoopInput["onPrompt"],
): Promise<Settled> {
  const { decided, repeated, caller } = turn;
  const agent = umsAgent(ports.directory);
  const trace = { hop: serviceHop(caller), hops: recordHops(caller.runId, run.appendEvent) };
  const governance = governanceOf(ports, run, trace.hops);
  const opening = openConversation(turn, agent, input);
  const { AGENT_MAX_ROUNDS: maxRounds, AGENT_MAX_MS: maxMs, TURN_MAX_TOOL_CALLS } = settings();
  const begun = decided ? resumeFrom(decided) : repeatFrom(repeated ?? [], agent.tools);
  const scratch = [...begun.scratch];
  let { approved } = begun;
  let hasWritten = false;
  const deadline = performance.now() + maxMs;

  for (let repairs = 0; ; repairs += 1) {
    const {
      end,
      scratch: added,
      origin,
    } = await runToolLoop({
      agent: { ...agent, needsTools: true },
      who: { runId: caller.runId, conversationId: turn.conversationId },
      opening: [...opening, ...scratchpad(caller.runId, scratch)],
      files: [],
      ownWords: turn.origins.every((of) => of === "person") ? turn.content : "",
      approved,
      trace,
      ports: run,
      governance,
      limits: {
        maxRounds,
        maxMs: Math.max(1, Math.ceil(deadline - performance.now())),
        maxToolCalls: TURN_MAX_TOOL_CALLS,
      },
      onPrompt,
    });
    scratch.push(...(added as ChatMessage[]));
    hasWritten ||= haveWritten(added as ChatMessage[], agent.tools);
    const settled = { scratch, origin, hasWritten, execution: reflectedRuns(trace.hop) };
    if (end.kind !== "awaits-approval") return { ...settled, end, pending: null };
    const asked = await askAboutCall(ports.directory, end.tool.name, end.arguments);
    if (asked.ok) {
      return {
        ...settled,
        end,
        pending: toPending(turn, questionOf(asked, end, run), end),
      };
    }
    if (repairs === UMS_LIMITS.repairsMax) {
      return { ...settled, end: { kind: "failed", reason: "round-limit" }, pending: null };
    }
    scratch.push(
      ...answerCall(
        { ...end.call, opaque: end.opaque, origin: end.origin },
        asked.repair,
        "deployment",
      ),
    );
    approved = undefined;
  }
}

/** How a turn resumes from a decided call: it runs the call, or it starts from the known result. */
function resumeFrom({ call, decision, rounds }: DecidedCall): {
  scratch: readonly ChatMessage[];
  approved: WrittenCall | undefined;
} {
  if (rounds) return { scratch: rounds, approved: undefined };
  const written = toWrittenCall(call);
  if (decision === "approved" && rounds === undefined) return { scratch: [], approved: written };
  const known = decision === "declined" ? DECLINED : NOT_KNOWN;
  return { scratch: answerCall(written, known, "deployment"), approved: undefined };
}

type Begun = ReturnType<typeof resumeFrom>;

/** How a turn that is sent again begins: what wrote is not done again; what only read is, and reported with the rest. */
function repeatFrom(rounds: readonly ChatMessage[], tools: UmsAgent["tools"]): Begun {
  return { scratch: haveWritten(rounds, tools) ? rounds : [], approved: undefined };
}

function haveWritten(rounds: readonly ChatMessage[], tools: UmsAgent["tools"]): boolean {
  const writers = new Set(tools.filter(({ policy }) => policy.writes).map(({ name }) => name));
  return rounds.some(
    (message) =>
      message.role === "assistant" &&
      message.tool_calls?.some((call) => writers.has(call.function.name)),
  );
}

function openConversation(turn: UmsTurn, agent: UmsAgent, input: UserEntry): Segment[] {
  return openingSegments({
    agentId: agent.id,
    version: agent.version,
    systemPrompt: agent.systemPrompt,
    memory: [...ownInstructions(agent, turn), ...memorySegments(agent, turn.exchanges)],
    between: turn.known.map((text, index) => knownSegment(turn, agent, text, index)),
    input,
    inputSource: "chat:message",
    inputOrigin: joinOrigins(turn.origins),
    runId: turn.caller.runId,
  });
}

/** The instructions are the person's, unless the caller sent words of unknown origin. */
function ownInstructions({ id }: UmsAgent, { instructions, origins }: UmsTurn): Segment[] {
  // Where there are too many origins, the unknown one is joined with others, but keeps its trust and its privacy.
  const isUnknown = (of: Origin) => trustOf(of) === trustOf(UNKNOWN) && isPrivate(of);
  const origin = origins.some(isUnknown) ? UNKNOWN : "person";
  return instructionSegments(id, instructions, origin);
}

function knownSegment(turn: UmsTurn, { id }: UmsAgent, text: string, index: number): Segment {
  return makeSegment({
    kind: "step-result",
    agentId: id,
    source: `chat:known:${index + 1}`,
    origin: joinOrigins(turn.origins),
    runId: turn.caller.runId,
    messages: [{ role: "user", content: stepResultText(text) }],
  });
}

function governanceOf(ports: UmsPorts, { appendEvent }: RunPorts, hops: Hops): Governance {
  const gateway = openGateway({
    hops,
    appendEvent,
    decide: (hop, question) =>
      ports.decide({
        ...question,
        context: { ...envelopeFacts(hop.envelope), ...question.context },
      }),
    hasAnalytics: false,
  });
  return { gateway, ready: ports.ready, govern: (call) => decideCall(ports, appendEvent, call) };
}

/** The service keeps its exchanges; under structured memory their facts are read out of them for each turn. */
function memorySegments(agent: UmsAgent, exchanges: readonly Exchange[]): Segment[] {
  if (agent.memoryPolicy !== "context-state") return historySegments(agent.id, exchanges);
  return factsSegments(
    agent.id,
    foldFacts(exchanges, agent.tools),
    `exchanges:${exchanges.length}`,
  );
}

/** The rounds of this turn so far, as a prompt segment. */
function scratchpad(runId: string, messages: readonly ChatMessage[]): Segment[] {
  if (messages.length === 0) return [];
  const kind = "run-scratchpad";
  return [
    makeSegment({ kind, agentId: "ums", source: "turn:so-far", runId, ...toReplayed(messages) }),
  ];
}

type Waiting = Extract<LoopEnd, { kind: "awaits-approval" }>;

function questionOf(
  { question, about }: Extract<AskedAbout, { ok: true }>,
  { from, askedForBy }: Waiting,
  { glass }: RunPorts,
): string {
  // A question about the directory says by itself that it was read.
  const origins = from.origins.filter((origin) => trustOf(origin) !== "directory");
  const read = { found: askedForBy(question, about), origins };
  return withForeignText(question, read, glass);
}

/**
 * Two processes may work on the same call. Their question has the same id, so that the person's decision fits whichever question
 * was stored last.
 */
function toPending(
  { key, conversationId }: UmsTurn,
  question: string,
  { call: { id, name, arguments: text }, opaque, origin }: Waiting,
): PendingCall {
  const approvalId = toSignedId(idOf(key && JSON.stringify([key, name, text])));
  const pending = { approvalId, question, tool: name, callId: id, arguments: text, origin };
  return signCall(conversationId, opaque ? { ...pending, opaque } : pending);
}

const PRINCIPAL = "ums";

/** Asks the policies about a tool call of the service, and records the decision. */
function decideCall(
  { decide }: UmsPorts,
  appendEvent: RunPorts["appendEvent"],
  call: GovernedCall,
): HopDecision {
  const { tool, hop, approved, from } = call;
  const { writes, riskTags } = tool.policy;
  const action = { kind: "tool" as const, name: tool.name };
  const decision = decide({
    principal: PRINCIPAL,
    action,
    context: {
      ...envelopeFacts(hop.envelope),
      riskTags,
      egressDomain: null,
      writes,
      approved,
      from,
    },
  });
  const decided = {
    hopRef: hop.ref,
    principal: PRINCIPAL,
    action: actionId(action),
    decision,
    from: recordedOrigins(call),
  };
  appendEvent({ type: "policy.decided", ...decided });
  return decision;
}

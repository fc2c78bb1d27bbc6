import "server-only";
/** Runs the loop until it answers, fails, or stands before a question that a person can decide. */
import { randomUUID } from "node:crypto";
import { answerCall, DECLINED, NOT_KNOWN } from "../agents/answer-call.ts";
import type { LoopEnd, LoopInput } from "../agents/loop-types.ts";
import { recordHops } from "../agents/record-hops.ts";
import { runToolLoop } from "../agents/run-tool-loop.ts";
import type { RunPorts } from "../contracts/run-work.ts";
import { settings } from "../env/settings.ts";
import type { ChatMessage, UserEntry } from "../hidden-state/chat-message.ts";
import { openingSegments } from "../prompt/opening-segments.ts";
import { makeSegment, type Segment } from "../prompt/segment.ts";
import { askAboutCall } from "./ask-about-call.ts";
import { serviceHop } from "./caller.ts";
import { decideCall } from "./decide-call.ts";
import { type PendingCall, toWrittenCall, type WrittenCall } from "./pending-call.ts";
import { umsAgent } from "./ums-agent.ts";
import type { DecidedCall, UmsPorts, UmsTurn } from "./ums-turn.ts";

export type Settled = {
  end: LoopEnd;
  /** Whole rounds: calls and their results. */
  scratch: ChatMessage[];
  pending: PendingCall | null;
};

/** How often a model may ask for something about which nobody can be asked. */
const MENDS_MAX = 3;

export async function loopUntilSettled(
  turn: UmsTurn,
  ports: UmsPorts,
  input: UserEntry,
  run: RunPorts,
): Promise<Settled> {
  const { decided, caller } = turn;
  const base = loopInput(turn, ports, input, run);
  const begun = decided && goOnFrom(decided);
  const scratch = [...(begun?.scratch ?? [])];
  let approved = begun?.approved;
  const deadline = performance.now() + settings().AGENT_MAX_MS;

  for (let mends = 0; ; mends += 1) {
    const { end, scratch: added } = await runToolLoop({
      ...base,
      opening: [...base.opening, ...soFar(caller.runId, scratch)],
      limits: { ...base.limits, maxMs: Math.max(1, Math.ceil(deadline - performance.now())) },
      approved,
    });
    scratch.push(...(added as ChatMessage[]));
    if (end.kind !== "awaits-approval") return { end, scratch, pending: null };
    const asked = await askAboutCall(ports.directory, end.tool.name, end.arguments);
    if (asked.ok) return { end, scratch, pending: toPending(asked.question, end.call) };
    if (mends === MENDS_MAX) {
      return { end: { kind: "failed", reason: "round-limit" }, scratch, pending: null };
    }
    scratch.push(...answerCall(end.call, asked.mend));
    approved = undefined;
  }
}

/** What a decided call begins its turn with: itself, to be run, or what is known of it. */
function goOnFrom({ call, decision, rounds }: DecidedCall): {
  scratch: readonly ChatMessage[];
  approved: WrittenCall | undefined;
} {
  if (rounds) return { scratch: rounds, approved: undefined };
  const written = toWrittenCall(call);
  if (decision === "approved" && rounds === undefined) return { scratch: [], approved: written };
  const known = decision === "declined" ? DECLINED : NOT_KNOWN;
  return { scratch: answerCall(written, known), approved: undefined };
}

function loopInput(turn: UmsTurn, ports: UmsPorts, input: UserEntry, run: RunPorts): LoopInput {
  const { caller, conversationId, exchanges } = turn;
  const { runId } = caller;
  const { AGENT_MAX_ROUNDS: maxRounds, AGENT_MAX_MS: maxMs } = settings();
  const agent = umsAgent(ports.directory);
  return {
    agent,
    runId,
    conversationId,
    hop: serviceHop(caller),
    hops: recordHops(runId, run.appendEvent),
    opening: openingSegments({
      ...agent,
      agentId: agent.id,
      exchanges,
      input,
      inputSource: "chat:message",
      runId,
    }),
    files: [],
    limits: { maxRounds, maxMs },
    ports: run,
    govern: (call) => decideCall(caller, ports, run, call),
  };
}

/** What this turn has behind it before the loop begins (again). */
function soFar(runId: string, messages: readonly ChatMessage[]): Segment[] {
  if (messages.length === 0) return [];
  const kind = "run-scratchpad";
  return [
    makeSegment({ kind, agentId: "ums", source: "turn:so-far", runId, messages: [...messages] }),
  ];
}

function toPending(question: string, { id, name, arguments: text }: WrittenCall): PendingCall {
  return { approvalId: randomUUID(), question, tool: name, callId: id, arguments: text };
}

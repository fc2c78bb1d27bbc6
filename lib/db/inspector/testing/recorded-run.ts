/** Stores a finished run with its log, for tests of what operators read. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { Actor } from "../../../access/actor.ts";
import type { LogEventBody } from "../../../contracts/run/log-event.ts";
import { db } from "../../client.ts";
import { appendRunEvents } from "../../runs/append-run-events.ts";
import { eventsOf, LEASE_OWNER, newTurn } from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import type { CreatedTurn } from "../../turns/created-turn.ts";

type RecordedRun = {
  conversationId?: string;
  text?: string;
  status?: string;
  /** When it began; it lasts two seconds. */
  startedAt?: Date;
  events?: readonly LogEventBody[];
  figures?: { rounds: number; modelCalls: number; toolCalls: number };
};

/** Creates a turn of this person and, unless its status is `running`, ends it. */
export async function recordRun(person: Actor, run: RecordedRun = {}): Promise<CreatedTurn> {
  const { conversationId = null, text = "Hello", status = "complete", events = [] } = run;
  const begun = await createTurn(person, newTurn({ conversationId, text, title: text }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { turn } = begun;
  await appendRunEvents(LEASE_OWNER, eventsOf(turn.runId, events));
  const startedAt = run.startedAt ?? turn.startedAt;
  const ended = { status, endedAt: new Date(startedAt.getTime() + 2_000) };
  await db().run.update({
    where: { id: turn.runId },
    data: { startedAt, ...run.figures, ...(status === "running" ? {} : ended) },
  });
  if (status !== "running") {
    const answer = { content: `Answer to ${text}`, ending: status };
    await db().message.update({ where: { id: turn.answerMessageId }, data: answer });
  }
  return turn;
}

/** Stores a run's deviation score. */
export async function recordScore(
  runId: string,
  deviation: number | null,
  detail: object = {},
): Promise<void> {
  const { startedAt } = await db().run.findUniqueOrThrow({ where: { id: runId } });
  await db().runScore.create({ data: { runId, startedAt, deviation, detail } });
}

/** Stores a version of hidden state. */
export async function recordState(
  turn: Pick<CreatedTurn, "conversationId" | "runId">,
  version: number,
  state: object,
): Promise<void> {
  const { conversationId, runId } = turn;
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const { answerMessageId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
  const of = { conversationId, runId, messageId: answerMessageId };
  await db().hiddenState.create({
    data: { id: randomUUID(), ...of, agentId: "general", version, state, bytes },
  });
}

/** One model call that asks for a tool, the tool, and an end. */
export const SOME_EVENTS: readonly LogEventBody[] = [
  { type: "run.started", agentId: "general", userMessageId: "m" },
  { type: "hop.started", hopRef: "h1", parentRef: null, kind: "agent", nodeId: "general" },
  { type: "state.loaded", hopRef: "h1", agentId: "general", version: 1, finding: null },
  {
    type: "model.called",
    hopRef: "h1",
    callId: "h1.m1",
    round: 1,
    manifest: {
      version: 1,
      agentId: "general",
      memoryPolicy: "tool-history",
      segments: [],
      promptSha256: "0",
      bytes: 0,
    },
  },
  {
    type: "model.answered",
    hopRef: "h1",
    callId: "h1.m1",
    model: "test-model",
    outcome: "ok",
    reason: null,
    finishReason: "tool_calls",
    text: "",
    toolCallIds: ["c1"],
    inputTokens: 700,
    outputTokens: 30,
    firstTokenMs: 12,
    durationMs: 40,
    attempts: 1,
  },
  {
    type: "tool.called",
    hopRef: "h2",
    toolCallId: "c1",
    tool: "python_interpreter@1",
    arguments: { code: "6*7" },
    argsSha256: "1",
    planStepId: null,
    writes: false,
  },
];

import "server-only";
/** Everything stored that entered some of a run's model calls: events, memory, words, files. */
import type { InspectedRun } from "../../../contracts/inspector/run/inspected-run.ts";
import { Prisma } from "../../generated/client.ts";
import type { InspectionTransaction } from "../audited-read.ts";
import { readStates, type StoredStateVersion } from "../states/read-states.ts";
import { LOGGED, type LoggedEvent } from "./read-call-events.ts";

export type MaterialDelta = {
  agentId: string;
  ordinal: number;
  runId: string | null;
  hopRef: string | null;
  origin: string;
  delta: unknown;
  patch: unknown;
  beforeSha256: string;
  afterSha256: string;
};

export type CallMaterial = {
  run: InspectedRun;
  /** The person's message, as it is stored. */
  words: string;
  /** In the order in which the turn had them. */
  files: { id: string; name: string }[];
  /** What happened in the calls' hops, in those below them, and to the whole run; oldest first. */
  events: LoggedEvent[];
  states: StoredStateVersion[];
  /** Of the conversation's context states, up to this run's end; in order. */
  deltas: MaterialDelta[];
  /** The conversation's turns: what the person reads of them, by run. */
  turns: { runId: string; question: string; answer: string; userMessageId: string }[];
  userMessageId: string;
};

/** Events of one look. A run with more in these hops shows its later segments as too large. */
export const MATERIAL_EVENTS_MAX = 20_000;
const TURNS_MAX = 400;

/** @param calls the `model.called` events in question */
export async function readCallMaterial(
  transaction: InspectionTransaction,
  run: InspectedRun,
  calls: readonly LoggedEvent[],
): Promise<CallMaterial> {
  const { userMessage, userMessageId } = await transaction.run.findUniqueOrThrow({
    where: { id: run.id },
    select: {
      userMessageId: true,
      userMessage: {
        select: {
          content: true,
          attachments: {
            select: { id: true, name: true },
            orderBy: [{ createdAt: "asc" }, { id: "asc" }],
          },
        },
      },
    },
  });
  return {
    run,
    userMessageId,
    words: userMessage.content,
    files: userMessage.attachments.map(({ id, name }) => ({ id, name })),
    events: await readEventsOfCalls(transaction, run.id, calls),
    states: await readStates(transaction, run.id),
    deltas: await readDeltas(transaction, run),
    turns: needsTurns(calls) ? await readTurns(transaction, run) : [],
  };
}

function readEventsOfCalls(
  transaction: InspectionTransaction,
  runId: string,
  calls: readonly LoggedEvent[],
): Promise<LoggedEvent[]> {
  const hops = [...new Set(calls.map(({ hopRef }) => hopRef ?? ""))];
  const last = Math.max(0, ...calls.map(({ seq }) => seq));
  return transaction.$queryRaw<LoggedEvent[]>(Prisma.sql`
WITH own AS MATERIALIZED (
  SELECT hop_ref FROM run_event
  WHERE run_id = ${runId}::uuid AND type = 'hop.started'
    AND (hop_ref = ANY(${hops}) OR payload->>'parentRef' = ANY(${hops}))
)
SELECT ${LOGGED}, e.payload - 'headers' - 'envelope' - 'spilled' AS payload FROM run_event e
WHERE e.run_id = ${runId}::uuid AND (
  e.type IN ('plan.made', 'plan.refused', 'run.noted')
  OR (e.type = 'state.loaded' AND (e.hop_ref = ANY(${hops}) OR e.payload->>'agentId' = 'coordinator'))
  OR (e.type = 'hop.ended' AND e.payload ? 'result')
  OR (e.type IN ('hop.started', 'tool.called', 'tool.returned')
      AND e.hop_ref IN (SELECT hop_ref FROM own))
  OR (e.type IN ('model.answered', 'model.retried') AND e.hop_ref = ANY(${hops})))
  AND (e.seq <= ${last} OR e.type IN ('model.answered', 'tool.called', 'tool.returned', 'hop.started'))
ORDER BY e.seq LIMIT ${MATERIAL_EVENTS_MAX}`);
}

async function readDeltas(
  transaction: InspectionTransaction,
  { id, conversation, endedAt }: InspectedRun,
): Promise<MaterialDelta[]> {
  const until = endedAt === null ? new Date() : new Date(endedAt);
  const rows = await transaction.contextDelta.findMany({
    where: {
      conversationId: conversation.id,
      OR: [{ runId: id }, { createdAt: { lte: until } }],
    },
    orderBy: [{ agentId: "asc" }, { ordinal: "asc" }],
    select: {
      agentId: true,
      ordinal: true,
      runId: true,
      hopRef: true,
      origin: true,
      delta: true,
      patch: true,
      beforeSha256: true,
      afterSha256: true,
    },
  });
  return rows;
}

function needsTurns(calls: readonly LoggedEvent[]): boolean {
  return (
    JSON.stringify(calls.map(({ payload }) => payload)).match(
      /"(?:rebuilt-conversation|structured-facts)"/,
    ) !== null
  );
}

async function readTurns(
  transaction: InspectionTransaction,
  { conversation, startedAt }: InspectedRun,
): Promise<CallMaterial["turns"]> {
  const runs = await transaction.run.findMany({
    where: { conversationId: conversation.id, startedAt: { lte: new Date(startedAt) } },
    orderBy: { startedAt: "desc" },
    take: TURNS_MAX,
    select: {
      id: true,
      userMessageId: true,
      userMessage: { select: { content: true } },
      answerMessage: { select: { content: true } },
    },
  });
  return runs.map(({ id, userMessageId, userMessage, answerMessage }) => ({
    runId: id,
    userMessageId,
    question: userMessage.content,
    answer: answerMessage.content,
  }));
}

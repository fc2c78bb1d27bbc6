/** Reads everything that a rebuild of some model calls needs: events, memory, messages, files. */
import "server-only";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { InspectedRun } from "../../../contracts/inspector/run/inspected-run.ts";
import { foldAnswer } from "../../../contracts/run/fold-answer.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { MATERIAL_EVENTS_MAX, MATERIAL_TURNS_MAX } from "../../limits.ts";
import { answerPieces } from "../../runs/logged-answer.ts";
import { uuid } from "../../typed-sql.ts";
import { isBefore } from "../branch-of.ts";
import { readStates, type StoredStateVersion } from "../states/read-states.ts";
import { type LoggedEvent, PLAIN_PAYLOAD, selectLogged } from "./read-call-events.ts";

type MaterialDelta = {
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
  /** The person's message, as stored. */
  words: string;
  /** What the person asks of every answer now; undefined for nothing. */
  instructions: string | undefined;
  /** The files of the turn, in their order. */
  files: { id: string; name: string }[];
  /** Events of the calls' hops, of the hops below them, and of the whole run; oldest first. */
  events: LoggedEvent[];
  states: StoredStateVersion[];
  /** Changes of the conversation's context states, up to this run's end; in order. */
  deltas: MaterialDelta[];
  /** The visible text of the conversation's turns, by run. */
  turns: { runId: string; question: string; answer: string; userMessageId: string }[];
  userMessageId: string;
  /** The pictures of the calls' prompts that are still stored, with their bytes. */
  pictures: { id: string; name: string; mediaType: string; data: Uint8Array }[];
  /** The answer as the run's own log has it; empty where the run did not continue another one. */
  answer: string;
};

/** @param calls the `model.called` events in question */
export async function readCallMaterial(
  transaction: DatabaseTransaction,
  run: InspectedRun,
  calls: readonly LoggedEvent[],
): Promise<CallMaterial> {
  const { instructions, pieces, ...question } = await readQuestion(transaction, run.id);
  return {
    run,
    ...question,
    instructions: instructions ?? undefined,
    answer: foldAnswer(pieces ?? []).text,
    events: await readEventsOfCalls(transaction, run.id, calls),
    states: await readStates(transaction, run.id),
    deltas: await readDeltas(transaction, run),
    pictures: await readPictures(transaction, run.id, calls),
    turns: needsTurns(calls) ? await readTurns(transaction, run) : [],
  };
}

function readQuestion(transaction: DatabaseTransaction, runId: string) {
  return transaction
    .selectFrom("run")
    .innerJoin("message", "message.id", "run.user_message_id")
    .select(({ selectFrom, exists, ref }) => [
      "run.user_message_id as userMessageId",
      "message.content as words",
      selectFrom("preference")
        .select("preference.instructions")
        .whereRef("preference.user_id", "=", "run.user_id")
        .where("preference.instructions", "!=", "")
        .as("instructions"),
      jsonArrayFrom(
        selectFrom("attachment")
          .select(["attachment.id", "attachment.name"])
          .whereRef("attachment.message_id", "=", "message.id")
          .orderBy("attachment.position")
          .orderBy("attachment.created_at")
          .orderBy("attachment.id"),
      ).as("files"),
      answerPieces(
        ref("run.id"),
        exists(
          selectFrom("log_event as e")
            .select("e.seq")
            .whereRef("e.run_id", "=", "run.id")
            .where("e.type", "=", "run.continued"),
        ),
      ).as("pieces"),
    ])
    .where("run.id", "=", runId)
    .executeTakeFirstOrThrow();
}

/** The events of these calls' hops, and of those below, that prompts are built from. */
function readEventsOfCalls(
  transaction: DatabaseTransaction,
  runId: string,
  calls: readonly LoggedEvent[],
): Promise<LoggedEvent[]> {
  const hops = [...new Set(calls.map(({ hopRef }) => hopRef ?? ""))];
  const last = Math.max(0, ...calls.map(({ seq }) => seq));
  const own = transaction
    .selectFrom("log_event as start")
    .select("start.hop_ref")
    .where("start.run_id", "=", runId)
    .where("start.type", "=", "hop.started")
    .where(
      ({ ref }) => sql<boolean>`(${ref("start.hop_ref")} = ANY(${hops}::text[])
        OR ${ref("start.payload")}->>'parentRef' = ANY(${hops}::text[]))`,
    );
  return selectLogged(transaction, runId)
    .select(PLAIN_PAYLOAD)
    .where(({ or, and, eb, ref }) => {
      const ofHops = sql<boolean>`${ref("hop_ref")} = ANY(${hops}::text[])`;
      return or([
        eb("type", "in", ["run.continued", "plan.made", "plan.refused", "run.noted"]),
        and([
          eb("type", "=", "state.loaded"),
          or([ofHops, sql<boolean>`${ref("payload")}->>'agentId' = 'coordinator'`]),
        ]),
        and([eb("type", "=", "hop.ended"), sql<boolean>`${ref("payload")} ? 'result'`]),
        and([
          eb("type", "in", ["hop.started", "tool.called", "tool.returned", "sources.numbered"]),
          eb("hop_ref", "in", own),
        ]),
        and([
          eb("type", "=", "policy.decided"),
          eb("hop_ref", "in", own),
          sql<boolean>`${ref("payload")} ? 'from'`,
        ]),
        and([eb("type", "in", ["model.answered", "model.retried", "model.refused"]), ofHops]),
      ]);
    })
    .where(({ or, eb }) => or([eb("seq", "<=", last), eb("type", "in", LATER)]))
    .limit(MATERIAL_EVENTS_MAX)
    .execute();
}

/** Event types after a call that still describe it. */
const LATER = [
  "model.answered",
  "model.refused",
  "tool.called",
  "tool.returned",
  "sources.numbered",
  "hop.started",
  "policy.decided",
];

function readDeltas(
  transaction: DatabaseTransaction,
  { id, conversation, endedAt }: InspectedRun,
): Promise<MaterialDelta[]> {
  const until = endedAt === null ? new Date() : new Date(endedAt);
  return transaction
    .selectFrom("context_delta")
    .select(["agent_id as agentId", "ordinal", "run_id as runId", "hop_ref as hopRef", "origin"])
    .select(["delta", "patch", "before_sha256 as beforeSha256", "after_sha256 as afterSha256"])
    .where("conversation_id", "=", conversation.id)
    .where(({ or, eb }) => or([eb("run_id", "=", id), eb("created_at", "<=", until)]))
    .where(({ ref }) => isBefore(ref("context_delta.message_id"), uuid(id)))
    .orderBy("agent_id")
    .orderBy("ordinal")
    .execute();
}

const PICTURE_SOURCE = /"attachment:([0-9a-f-]{36})"/g;

/** Only files of the run's own conversation: a log that was edited must not open another person's. */
async function readPictures(
  transaction: DatabaseTransaction,
  runId: string,
  calls: readonly LoggedEvent[],
): Promise<CallMaterial["pictures"]> {
  const text = JSON.stringify(calls.map(({ payload }) => payload));
  const ids = [...new Set([...text.matchAll(PICTURE_SOURCE)].map(([, id = ""]) => id))];
  if (ids.length === 0) return [];
  return transaction
    .selectFrom("attachment")
    .innerJoin("run", "run.conversation_id", "attachment.conversation_id")
    .select(["attachment.id", "attachment.name", "attachment.media_type as mediaType", "data"])
    .where("run.id", "=", runId)
    .where("attachment.id", "in", ids)
    .execute();
}

function needsTurns(calls: readonly LoggedEvent[]): boolean {
  return JSON.stringify(calls.map(({ payload }) => payload)).includes('"rebuilt-conversation"');
}

function readTurns(
  transaction: DatabaseTransaction,
  { conversation, startedAt }: InspectedRun,
): Promise<CallMaterial["turns"]> {
  return transaction
    .selectFrom("run")
    .innerJoin("message as asked", "asked.id", "run.user_message_id")
    .innerJoin("message as answered", "answered.id", "run.answer_message_id")
    .select(["run.id as runId", "run.user_message_id as userMessageId"])
    .select(["asked.content as question", "answered.content as answer"])
    .where("run.conversation_id", "=", conversation.id)
    .where("run.started_at", "<=", new Date(startedAt))
    .orderBy("run.started_at", "desc")
    .limit(MATERIAL_TURNS_MAX)
    .execute();
}

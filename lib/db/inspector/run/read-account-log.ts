/** Reads what the account of a run is made from: its log without long texts, and the first words of its question. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { AppError } from "../../../errors/app-error.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { ACCOUNT_EVENTS_MAX, RUN_QUESTION_MAX_CHARS } from "../../limits.ts";
import { columnsOf } from "../../typed-sql.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { IS_LEFT, type StoredEvent } from "./read-events.ts";

export type StoredAccountLog = {
  status: string;
  /** Its first words. */
  question: string;
  /** In the order of the log. */
  events: StoredEvent[];
  /** Events in the middle of a very long log that are not read. */
  leftOut: number;
};

const event = columnsOf("log_event");

/** What no account tells: the texts of models and tools, envelopes and deltas. */
const SHORT = sql<unknown>`CASE
  WHEN jsonb_typeof(${event("payload")}) <> 'object' THEN ${event("payload")}
  WHEN ${event("type")} = 'model.answered'
    THEN ${emptied("text")} - 'reasoning' - 'opaque'
  WHEN ${event("type")} = 'tool.called' THEN ${emptied("arguments")} - 'argumentsText'
  WHEN ${event("type")} = 'tool.returned' THEN ${emptied("result")}
  WHEN ${event("type")} = 'hop.started'
    THEN ${event("payload")} - 'headers' - 'envelope' - 'spilled'
  WHEN ${event("type")} = 'hop.ended' THEN ${event("payload")} - 'result' - 'state'
  WHEN ${event("type")} = 'context.changed' THEN ${event("payload")} - 'change'
  ELSE ${event("payload")} END`;

/** A required field stays; one that is missing is a finding, and stays one. */
function emptied(field: string): RawBuilder<unknown> {
  return sql`jsonb_set(${event("payload")}, ARRAY[${sql.lit(field)}], '""', false)`;
}

/**
 * Audited as `run.inspected` before anything is read.
 * @param without types of events that no account needs
 * @throws AppError `forbidden`, `not-found`
 */
export async function readAccountLog(
  actor: Actor,
  runId: string,
  without: readonly string[],
): Promise<StoredAccountLog> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    await recordInspection(transaction, actor, runId, { part: "account", afterSeq: 0 });
    const run = await transaction
      .selectFrom("run")
      .innerJoin("message as asked", "asked.id", "run.user_message_id")
      .select("run.status")
      .select(({ ref }) =>
        sql<string>`left(${ref("asked.content")}, ${RUN_QUESTION_MAX_CHARS}::int)`.as("question"),
      )
      .where("run.id", "=", runId)
      .executeTakeFirst();
    if (!run) throw new AppError("not-found");
    return { ...run, ...(await selectTold(transaction, runId, without)) };
  });
}

/** Of a very long log its beginning and its end. */
async function selectTold(
  transaction: DatabaseTransaction,
  runId: string,
  without: readonly string[],
): Promise<Pick<StoredAccountLog, "events" | "leftOut">> {
  const told = transaction
    .selectFrom("log_event")
    .where("run_id", "=", runId)
    .where("type", "not in", without);
  const events = told
    .select(["seq", "public_seq as publicSeq", "at", "type", "visibility"])
    .select([SHORT.as("payload"), IS_LEFT.as("left")]);
  const { total } = await told
    .select(({ fn }) => fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const first = await events.orderBy("seq").limit(ACCOUNT_EVENTS_MAX).execute();
  const rest = Number(total) - first.length;
  if (rest <= 0) return { events: first, leftOut: 0 };
  const last = await events
    .where("seq", ">", first.at(-1)?.seq ?? 0)
    .orderBy("seq", "desc")
    .limit(ACCOUNT_EVENTS_MAX)
    .execute();
  return { events: [...first, ...last.reverse()], leftOut: rest - last.length };
}

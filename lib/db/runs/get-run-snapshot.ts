import "server-only";
/** The public projection of a run as the log in the database has it. */
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { MessageEnd } from "../../contracts/message-end.ts";
import { PublicStatus } from "../../contracts/public-status.ts";
import { AppError } from "../../errors/app-error.ts";
import { kysely } from "../client.ts";
import { runPrepared } from "../run-prepared.ts";
import { columnsOf, table } from "../typed-sql.ts";
import { loggedAnswer } from "./sweep-expired-runs.ts";

/** What the log knew of the answer when it was read. */
export type RunSnapshot = {
  answerMessageId: string;
  text: string;
  /** Newest public sequence number. */
  seq: number;
  status: PublicStatus | null;
  /** Null while the run is live. */
  ending: MessageEnd | null;
  reason: string | null;
};

const event = columnsOf("log_event", "e");

function snapshotStatement(actor: Actor, runId: string) {
  return kysely()
    .selectFrom("run")
    .innerJoin("message", "message.id", "run.answer_message_id")
    .select(({ ref }) => [
      "run.answer_message_id",
      "run.status as run_status",
      "run.reason",
      sql<string>`CASE WHEN ${ref("run.status")} = 'running' THEN ${loggedAnswer(ref("run.id"))}
        ELSE ${ref("message.content")} END`.as("text"),
      sql<number>`coalesce((SELECT max(${event("public_seq")}) FROM ${table("log_event")} AS e
        WHERE ${event("run_id")} = ${ref("run.id")}), 0)`.as("seq"),
      sql<string | null>`(SELECT ${event("payload")}->>'status' FROM ${table("log_event")} AS e
        WHERE ${event("run_id")} = ${ref("run.id")} AND ${event("type")} = 'status.changed'
        ORDER BY ${event("seq")} DESC LIMIT 1)`.as("told"),
    ])
    .where("run.id", "=", runId)
    .where("run.user_id", "=", actor.userId)
    .compile();
}

/** @throws AppError `not-found` when there is no such run, or it is another person's */
export async function getRunSnapshot(actor: Actor, runId: string): Promise<RunSnapshot> {
  assertCan(actor, "chat:use");
  const [row] = await runPrepared("get-run-snapshot", snapshotStatement(actor, runId));
  if (!row) throw new AppError("not-found");
  const ending = row.run_status === "running" ? null : MessageEnd.parse(row.run_status);
  return {
    answerMessageId: row.answer_message_id,
    text: row.text,
    seq: row.seq,
    status: row.told === null ? null : PublicStatus.parse(row.told),
    ending,
    reason: row.reason,
  };
}

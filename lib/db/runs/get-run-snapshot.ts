/** The public projection of a run as the log in the database has it. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { MessageEnd } from "../../contracts/public/message-end.ts";
import type { NumberedEvent, PublicSnapshot } from "../../contracts/public/public-event.ts";
import { toPublicEvent } from "../../contracts/public/to-public-event.ts";
import { foldAnswer } from "../../contracts/run/fold-answer.ts";
import { LogEventBody } from "../../contracts/run/log-event.ts";
import { AppError } from "../../errors/app-error.ts";
import { kysely } from "../client.ts";
import { type Given, prepareStatement } from "../prepare-statement.ts";
import { columnsOf, table } from "../typed-sql.ts";
import { answerPieces } from "./logged-answer.ts";

/** The whole answer, and the run, as of the time of the read. */
export type RunSnapshot = PublicSnapshot & {
  /** Another process than the one that began it has gone on with it. */
  isTakenOver: boolean;
  /** The stored public events but deltas, in order. */
  events: readonly NumberedEvent[];
  /** Null while the run is live. */
  ending: MessageEnd | null;
  reason: string | null;
};

/** @throws AppError `not-found` when there is no such run, or it is another person's */
export async function getRunSnapshot(actor: Actor, runId: string): Promise<RunSnapshot> {
  assertCan(actor, "chat:use");
  const [row] = await readSnapshot({ userId: actor.userId, runId });
  if (!row) throw new AppError("not-found");
  const ending = row.run_status === "running" ? null : MessageEnd.parse(row.run_status);
  const events = row.public_events.flatMap(({ publicSeq, agoMs, body }) => {
    const parsed = LogEventBody.safeParse(body);
    const event = parsed.success ? toPublicEvent({ publicSeq, body: parsed.data }) : null;
    return event && event.type !== "delta" ? [{ event, agoMs }] : [];
  });
  const told = events.findLast(({ event }) => event.type === "status");
  const { status = null, position } = told?.event.type === "status" ? told.event : {};
  return {
    type: "snapshot",
    offset: 0,
    answerMessageId: row.answer_message_id,
    text: ending === null ? foldAnswer(row.pieces ?? []).text : row.content,
    isTakenOver: row.is_taken_over,
    seq: events.at(-1)?.event.seq ?? 0,
    status,
    position,
    forMs: told?.agoMs ?? 0,
    events: events.map(({ event }) => event),
    ending,
    reason: row.reason,
  };
}

const event = columnsOf("log_event", "e");

/** An event as the log has it, before it is parsed. */
type PublicRow = { publicSeq: number; agoMs: number; body: unknown };

const readSnapshot = prepareStatement(
  "get-run-snapshot",
  (given: Given<{ userId: string; runId: string }>) =>
    kysely()
      .selectFrom("run")
      .innerJoin("message", "message.id", "run.answer_message_id")
      .select(({ ref }) => [
        "run.answer_message_id",
        "run.status as run_status",
        "run.reason",
        "message.content",
        answerPieces(ref("run.id"), sql`${ref("run.status")} = 'running'`).as("pieces"),
        sql<boolean>`EXISTS (SELECT FROM ${table("log_event")} AS e
          WHERE ${event("run_id")} = ${ref("run.id")} AND ${event("type")} = 'run.taken_over')`.as(
          "is_taken_over",
        ),
        sql<PublicRow[]>`coalesce((SELECT json_agg(json_build_object(
          'publicSeq', ${event("public_seq")},
          'agoMs', greatest(0, round(extract(epoch FROM now() - ${event("at")}) * 1000)),
          'body', ${event("payload")} || jsonb_build_object('type', ${event("type")})
        ) ORDER BY ${event("seq")}) FROM ${table("log_event")} AS e
        WHERE ${event("run_id")} = ${ref("run.id")} AND ${event("public_seq")} IS NOT NULL), '[]')`.as(
          "public_events",
        ),
      ])
      .where("run.id", "=", given("runId"))
      .where("run.user_id", "=", given("userId")),
);

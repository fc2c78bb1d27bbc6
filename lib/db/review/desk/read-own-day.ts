/** A reviewer's own work: the seats that they have, and what they judged since a time. It has no words of anybody. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { ReviewerDay } from "../../../contracts/inspector/review/case-desk.ts";
import { kysely } from "../../client.ts";
import { DAY_VERDICTS_MAX } from "../../limits.ts";

/** @throws AppError `forbidden` without `review:judge` */
export async function readOwnDay(actor: Actor, since: Date): Promise<ReviewerDay> {
  assertCan(actor, "review:judge");
  const [seats, judged, assigned] = await Promise.all([
    readSeats(actor),
    readJudged(actor, since),
    countAssigned(actor),
  ]);
  const times = judged.flatMap(({ seconds }) => seconds ?? []);
  return { seats, judged, medianSeconds: medianOf(times), assigned };
}

async function readSeats({ userId }: Actor): Promise<ReviewerDay["seats"]> {
  const rows = await kysely()
    .selectFrom("review_seat")
    .innerJoin("review_case", "review_case.run_id", "review_seat.run_id")
    .select(["review_seat.run_id", "review_case.reference", "review_seat.until"])
    .select(sql<boolean>`review_seat.draft IS NOT NULL`.as("has_draft"))
    .where("review_seat.user_id", "=", userId)
    .where("review_seat.until", ">", sql<Date>`now()`)
    .orderBy("review_seat.until")
    .execute();
  return rows.map((row) => ({
    runId: row.run_id,
    reference: row.reference,
    until: row.until.toISOString(),
    hasDraft: row.has_draft,
  }));
}

/** The newest first. A correction is a verdict of its own, which took no time that is known. */
async function readJudged({ userId }: Actor, since: Date): Promise<ReviewerDay["judged"]> {
  const rows = await kysely()
    .selectFrom("review_verdict")
    .innerJoin("review_case", "review_case.run_id", "review_verdict.run_id")
    .select(["review_verdict.run_id", "review_verdict.upheld", "review_verdict.at"])
    .select("review_case.reference")
    .select("review_verdict.seconds")
    .where("review_verdict.judged_by", "=", userId)
    .where("review_verdict.at", ">=", since)
    .orderBy("review_verdict.at", "desc")
    .orderBy("review_verdict.run_id")
    .limit(DAY_VERDICTS_MAX)
    .execute();
  return rows.map((row) => ({
    runId: row.run_id,
    reference: row.reference,
    upheld: row.upheld,
    at: row.at.toISOString(),
    seconds: row.seconds,
  }));
}

async function countAssigned({ userId }: Actor): Promise<number> {
  const { count } = await kysely()
    .selectFrom("review_case")
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("review_case.assigned_to", "=", userId)
    .where("review_case.state", "=", "open")
    .where("conversation.deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of two in the middle, their mean. @returns null for none */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** Seats at cases: a reviewer has one for a while. The row of the trail is the permission to read. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { ReviewReasonKind } from "../../contracts/inspector/review/review-case.ts";
import { settings } from "../../env/settings.ts";
import { AppError } from "../../errors/app-error.ts";
import { takenBecause } from "../../messages/review-rules.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { listSeats } from "../inspector/opening/taken-cases.ts";
import { recordSealedLooks } from "../inspector/record-look.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { TAKE_ATTEMPTS_MAX } from "../limits.ts";
import { fromNow } from "../typed-sql.ts";
import { isFor, isOfferedTo } from "./desk/case-conditions.ts";
import { freeSeat } from "./free-seat.ts";

export const seatEnd = () => fromNow(settings().REVIEW_SEAT_MINUTES * 60_000);

/**
 * Gives the reviewer an open case: this one, or the next one (with this reason). The next one of a reviewer who has a case already
 * is that case.
 * @returns its run; null where there is none, or somebody else has it
 * @throws AppError `forbidden` without `review:judge`, `audit-unavailable`
 */
export async function takeCase(
  actor: Actor,
  wanted: string | null,
  reason?: ReviewReasonKind,
): Promise<string | null> {
  assertCan(actor, "review:judge");
  const seats = await listSeats(actor);
  const own = wanted === null ? seats[0] : seats.find((runId) => runId === wanted);
  if (own !== undefined) return own;
  let taken: string | null = null;
  await recordSealedLooks(async (record) => {
    for (let attempt = 0; attempt < TAKE_ATTEMPTS_MAX; attempt += 1) {
      const tried = await kysely()
        .transaction()
        .execute(async (transaction) => {
          const asked = { wanted, reason };
          // One that somebody sits down at now may have a second seat: it is waited for where there is no other.
          const found =
            (await lockOpenCase(transaction, actor, { ...asked, waits: false })) ??
            (await lockOpenCase(transaction, actor, { ...asked, waits: true }));
          const seat = found && (await sit(transaction, actor, found.run_id));
          if (!found || !seat) return found;
          await record(transaction, {
            actorId: actor.userId,
            action: "review.taken",
            target: `run:${found.run_id}`,
            outcome: "allowed",
            subjectId: found.user_id,
            runId: found.run_id,
            detail: {
              conversationId: found.conversation_id,
              reason: takenBecause(await readKinds(transaction, found.run_id)),
            },
          });
          taken = found.run_id;
          return found;
        });
      if (!tried || taken !== null) return;
    }
  });
  return taken;
}

async function readKinds(transaction: DatabaseTransaction, runId: string) {
  const reasons = await transaction
    .selectFrom("review_reason")
    .select("kind")
    .where("run_id", "=", runId)
    .orderBy("at")
    .execute();
  return reasons.map(({ kind }) => ReviewReasonKind.parse(kind));
}

type Wanted = {
  wanted: string | null;
  reason: ReviewReasonKind | undefined;
  /** For one that somebody else is just taking. */
  waits: boolean;
};

/** The most urgent one that has a seat for the reviewer and is not about their own conversation. */
function lockOpenCase(
  transaction: DatabaseTransaction,
  actor: Actor,
  { wanted, reason, waits }: Wanted,
) {
  return transaction
    .selectFrom("review_case")
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .select(["review_case.run_id", "review_case.conversation_id", "conversation.user_id"])
    .where("review_case.state", "=", "open")
    .where("conversation.user_id", "<>", actor.userId)
    .where("conversation.deleted_at", "is", null)
    .where(freeSeat(actor), "is not", null)
    .where(isOfferedTo(actor, wanted === null))
    .$if(wanted !== null, (cases) => cases.where("review_case.run_id", "=", wanted ?? ""))
    .where(isFor(reason))
    .orderBy("review_case.urgency", "desc")
    .orderBy("review_case.sorted_at")
    .orderBy("review_case.run_id")
    .limit(1)
    .forUpdate("review_case")
    .$if(!waits, (cases) => cases.skipLocked())
    .executeTakeFirst();
}

/**
 * The case is locked: what is read here is what others have committed. The draft of whoever sat there before goes, unless they
 * come back.
 * @returns the seat; null where somebody else sat down after the case was looked for
 */
async function sit(
  transaction: DatabaseTransaction,
  actor: Actor,
  runId: string,
): Promise<number | null> {
  const found = await transaction
    .selectFrom("review_case")
    .select(freeSeat(actor).as("seat"))
    .where("run_id", "=", runId)
    .where("state", "=", "open")
    .executeTakeFirst();
  if (!found?.seat) return null;
  await transaction
    .deleteFrom("review_seat")
    .where("run_id", "=", runId)
    .where("user_id", "=", actor.userId)
    .where("seat", "<>", found.seat)
    .execute();
  await sql`
    INSERT INTO review_seat (run_id, seat, user_id, until)
    VALUES (${runId}::uuid, ${found.seat}, ${actor.userId}, ${seatEnd()})
    ON CONFLICT (run_id, seat) DO UPDATE SET user_id = excluded.user_id, until = excluded.until,
      taken_at = excluded.taken_at,
      draft = CASE WHEN review_seat.user_id = excluded.user_id THEN review_seat.draft END`.execute(
    transaction,
  );
  return found.seat;
}

/** Null where the reviewer has none (any more). */
export async function readLiveSeat({ userId }: Actor, runId: string) {
  const seat = await kysely()
    .selectFrom("review_seat")
    .select(["seat", "until", "draft"])
    .where("run_id", "=", runId)
    .where("user_id", "=", userId)
    .where("until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return seat ?? null;
}

/**
 * The case first, so that two who judge it do so one after the other.
 * @throws AppError `case-left` where the reviewer does not have it (any more)
 */
export async function lockSeat(
  transaction: DatabaseTransaction,
  { userId }: Actor,
  runId: string,
): Promise<{ seat: number; asks: number; seconds: number; takenAt: Date }> {
  const found = await lockCase(transaction, runId);
  const seat = await transaction
    .selectFrom("review_seat")
    .select(["seat", secondsSince.as("seconds"), "taken_at as takenAt"])
    .where("run_id", "=", runId)
    .where("user_id", "=", userId)
    .where("until", ">", sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  if (!found || !seat) throw new AppError("case-left");
  return { ...seat, asks: found.asks };
}

const secondsSince = sql<number>`floor(extract(epoch FROM now() - taken_at))::int`;

export function lockCase(transaction: DatabaseTransaction, runId: string) {
  return transaction
    .selectFrom("review_case")
    .select(["asks", "state"])
    .where("run_id", "=", runId)
    .forUpdate()
    .executeTakeFirst();
}

/** @throws AppError `forbidden` without `review:judge`, `case-left`, `audit-unavailable` */
export async function leaveCase(actor: Actor, runId: string): Promise<void> {
  assertCan(actor, "review:judge");
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      await lockSeat(transaction, actor, runId);
      await leaveSeat(transaction, actor, runId);
      await withAudit(() =>
        recordAudit(transaction, {
          actorId: actor.userId,
          action: "review.left",
          target: `run:${runId}`,
          outcome: "allowed",
          runId,
          detail: {},
        }),
      );
    });
}

export async function leaveSeat(
  transaction: DatabaseTransaction,
  { userId }: Actor,
  runId: string,
): Promise<void> {
  await transaction
    .deleteFrom("review_seat")
    .where("run_id", "=", runId)
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Keeps what the reviewer has written so far, and prolongs their time.
 * @returns until when they have the case
 * @throws AppError `forbidden` without `review:judge`, `case-left`
 */
export async function keepDraft(actor: Actor, runId: string, draft: object): Promise<Date> {
  assertCan(actor, "review:judge");
  const kept = await kysely()
    .updateTable("review_seat")
    .set({ draft: JSON.stringify(draft), until: seatEnd() })
    .where("run_id", "=", runId)
    .where("user_id", "=", actor.userId)
    .where("until", ">", sql<Date>`now()`)
    .returning("until")
    .executeTakeFirst();
  if (!kept) throw new AppError("case-left");
  return kept.until;
}

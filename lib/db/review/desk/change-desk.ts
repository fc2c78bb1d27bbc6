/** Comments on a case, whose it is, and putting it aside: each with its row of the trail. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan, can } from "../../../access/assert-can.ts";
import { toHex } from "../../../audit/bytes.ts";
import { commitTo } from "../../../audit/canonical.ts";
import { PUT_ASIDE_DAYS_MAX } from "../../../contracts/limits.ts";
import { AppError } from "../../../errors/app-error.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { withAudit } from "../../inspector/with-audit.ts";
import { CASE_COMMENTS_MAX } from "../../limits.ts";
import { storableText } from "../../storable-json.ts";
import { fromNow } from "../../typed-sql.ts";
import { hasOtherReason } from "../free-seat.ts";
import { lockSeat } from "../take-case.ts";
import { ASSIGNED_TO, IS_REVIEWER } from "./is-reviewer.ts";
import { readPlaceAt } from "./place-at-case.ts";

/**
 * @throws AppError `forbidden` without `review:judge`, `not-found` for a reviewer who neither has the case nor judged it,
 *   `invalid` where it has as many as it may have, `audit-unavailable`
 */
export async function storeComment(actor: Actor, runId: string, said: string): Promise<void> {
  assertCan(actor, "review:judge");
  const words = storableText(said);
  const [id, salt] = [randomUUID(), randomUUID()];
  await inTransaction(async (transaction) => {
    await readPlaceAt(actor, runId, transaction);
    await lockCase(transaction, runId);
    const { count } = await transaction
      .selectFrom("review_comment")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where("run_id", "=", runId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= CASE_COMMENTS_MAX) throw new AppError("invalid");
    await transaction
      .insertInto("review_comment")
      .values({ id, run_id: runId, user_id: actor.userId, words, salt })
      .execute();
    await record(transaction, actor, runId, {
      action: "review.commented",
      detail: { comment: id, words: toHex(commitTo(words, salt)) },
    });
  });
}

/**
 * Assigns the case to a reviewer, or to nobody. Without `review:manage` a reviewer can only take a case that is assigned to
 * nobody, and give it back.
 * @throws AppError `forbidden` without `review:judge`, or where it is not the actor's to decide; `not-found` for no open case,
 *   no reviewer, or a case of the reviewer's own conversation or that they alone put in; `audit-unavailable`
 */
export async function assignCase(actor: Actor, runId: string, to: string | null): Promise<void> {
  assertCan(actor, "review:judge");
  await inTransaction(async (transaction) => {
    const { state, assigned_to: before, user_id: personId } = await lockCase(transaction, runId);
    if (state !== "open" || (to !== null && to === personId)) throw new AppError("not-found");
    if (to === before) return;
    const isOwn =
      (before ?? actor.userId) === actor.userId && (to ?? actor.userId) === actor.userId;
    if (!isOwn) assertCan(actor, "review:manage");
    if (to !== null) await findReviewer(transaction, runId, to);
    await transaction
      .updateTable("review_case")
      .set({ assigned_to: to })
      .where("run_id", "=", runId)
      .execute();
    await record(transaction, actor, runId, {
      action: to === null ? "review.unassigned" : "review.assigned",
      subjectId: to ?? before,
      detail: {},
    });
  });
}

/**
 * Offers the case to nobody until then. It takes a seat at the case, or `review:manage`. The actor's own seat ends.
 * @param until null: it is offered again
 * @throws AppError `forbidden` without `review:judge`, `case-left`, `not-found` for no open case, `invalid` for a time that
 *   is over or too far away, `audit-unavailable`
 */
export async function putAside(actor: Actor, runId: string, until: Date | null): Promise<void> {
  assertCan(actor, "review:judge");
  await inTransaction(async (transaction) => {
    const hasSeat = await holdsSeat(transaction, actor, runId);
    const { state } = await lockCase(transaction, runId);
    if (state !== "open") throw new AppError("not-found");
    const changed = await transaction
      .updateTable("review_case")
      .set({ put_aside_until: until })
      .where("run_id", "=", runId)
      .$if(until !== null, (rows) => rows.where(isSoon(until ?? new Date(0))))
      .returning("run_id")
      .executeTakeFirst();
    if (!changed) throw new AppError("invalid");
    if (hasSeat && until !== null)
      await transaction
        .deleteFrom("review_seat")
        .where("run_id", "=", runId)
        .where("user_id", "=", actor.userId)
        .execute();
    await record(transaction, actor, runId, {
      action: "review.put-aside",
      detail: { until: until?.toISOString() ?? null },
    });
  });
}

async function holdsSeat(
  transaction: DatabaseTransaction,
  actor: Actor,
  runId: string,
): Promise<boolean> {
  try {
    await lockSeat(transaction, actor, runId);
    return true;
  } catch (error) {
    if (error instanceof AppError && can(actor, "review:manage")) return false;
    throw error;
  }
}

/** By the database's clock, which all instances share. */
const isSoon = (until: Date) =>
  sql<boolean>`${until}::timestamptz > now() AND ${until}::timestamptz <= ${fromNow(PUT_ASIDE_DAYS_MAX * 86_400_000)}`;

const inTransaction = (change: (transaction: DatabaseTransaction) => Promise<void>) =>
  kysely().transaction().execute(change);

async function lockCase(transaction: DatabaseTransaction, runId: string) {
  const found = await transaction
    .selectFrom("review_case")
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .select(["review_case.state", "conversation.user_id", ASSIGNED_TO.as("assigned_to")])
    .where("review_case.run_id", "=", runId)
    .where("conversation.deleted_at", "is", null)
    .forUpdate("review_case")
    .executeTakeFirst();
  if (!found) throw new AppError("not-found");
  return found;
}

async function findReviewer(
  transaction: DatabaseTransaction,
  runId: string,
  id: string,
): Promise<void> {
  const found = await transaction
    .selectFrom(["user", "review_case"])
    .select("user.id")
    .where("user.id", "=", id)
    .where(IS_REVIEWER)
    .where("review_case.run_id", "=", runId)
    .where(hasOtherReason(id))
    .executeTakeFirst();
  if (!found) throw new AppError("not-found");
}

type Changed = { subjectId?: string | null } & (
  | { action: "review.commented"; detail: { comment: string; words: string } }
  | { action: "review.assigned" | "review.unassigned"; detail: Record<string, never> }
  | { action: "review.put-aside"; detail: { until: string | null } }
);

async function record(
  transaction: DatabaseTransaction,
  { userId }: Actor,
  runId: string,
  changed: Changed,
): Promise<void> {
  const row = { actorId: userId, target: `run:${runId}`, outcome: "allowed", runId } as const;
  await withAudit(() => recordAudit(transaction, { ...row, ...changed }));
}

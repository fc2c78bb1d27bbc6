/** Takes a verdict back, shortly after it was given. Its row in the trail stays, with one that says so. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { ADJUDICATOR } from "../../../contracts/inspector/review/decide-case.ts";
import { UNDO_MS } from "../../../contracts/limits.ts";
import { AppError } from "../../../errors/app-error.ts";
import { commitToJudgement } from "../../audit/covered/find-edited-reviews.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { withAudit } from "../../inspector/with-audit.ts";
import { storableJson } from "../../storable-json.ts";
import { fromNow } from "../../typed-sql.ts";
import { lockCase, seatEnd } from "../take-case.ts";
import { settleCase } from "./settle-case.ts";

/**
 * The reviewer has their seat again, with what they had written. A verdict that two have given can only be corrected: whoever
 * judges again would know what the other one found. The same goes for a reviewer who has read that they differ.
 * @returns until when the reviewer has the case; null where an earlier verdict of theirs stands
 * @throws AppError `forbidden` without `review:judge`, `undo-over`, `audit-unavailable`
 */
export async function undoVerdict(actor: Actor, runId: string): Promise<Date | null> {
  assertCan(actor, "review:judge");
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const found = await lockCase(transaction, runId);
      const verdict = await findUndoable(transaction, actor, runId);
      if (!found || !verdict) throw new AppError("undo-over");
      await transaction
        .deleteFrom("review_verdict")
        .where("run_id", "=", runId)
        .where("nth", "=", verdict.nth)
        .execute();
      await withAudit(() =>
        recordAudit(transaction, {
          actorId: actor.userId,
          action: "review.undone",
          target: `run:${runId}`,
          outcome: "allowed",
          runId,
          detail: { nth: verdict.nth, judgement: verdict.judgement },
        }),
      );
      if (verdict.isCorrection) {
        await settleCase(transaction, { runId, subjectId: verdict.user_id, asks: found.asks });
        return null;
      }
      const asks = verdict.seat === ADJUDICATOR ? ADJUDICATOR : found.asks;
      await transaction
        .updateTable("review_case")
        .set({ state: "open", asks })
        .where("run_id", "=", runId)
        .execute();
      return sitAgain(transaction, actor, runId, verdict);
    });
}

/** The reviewer's last verdict, while it can be undone: not once its case is open again, for somebody who reads it. */
export const UNDOABLE = sql<boolean>`review_verdict.at > ${fromNow(-UNDO_MS)}
  AND NOT EXISTS (SELECT FROM review_verdict AS later
    WHERE later.run_id = review_verdict.run_id AND later.nth > review_verdict.nth)
  AND NOT EXISTS (SELECT FROM review_case AS reopened
    WHERE reopened.run_id = review_verdict.run_id AND reopened.state = 'open' AND reopened.asks = ${ADJUDICATOR})
  AND (review_verdict.seat = ${ADJUDICATOR} OR NOT EXISTS (SELECT FROM review_verdict AS other
    WHERE other.run_id = review_verdict.run_id AND other.seat <> review_verdict.seat))`;

async function findUndoable(transaction: DatabaseTransaction, { userId }: Actor, runId: string) {
  const found = await transaction
    .selectFrom("review_verdict")
    .innerJoin("run", "run.id", "review_verdict.run_id")
    .selectAll("review_verdict")
    .select(["run.user_id", commitToJudgement().as("judgement")])
    .where("review_verdict.run_id", "=", runId)
    .where("review_verdict.judged_by", "=", userId)
    .where(UNDOABLE)
    .executeTakeFirst();
  if (!found) return null;
  return { ...found, isCorrection: found.seconds === null };
}

type Undone = NonNullable<Awaited<ReturnType<typeof findUndoable>>>;

async function sitAgain(
  transaction: DatabaseTransaction,
  { userId }: Actor,
  runId: string,
  { seat, seconds, upheld, told, note, rubric, answers, labels, marks, forget }: Undone,
): Promise<Date> {
  const draft = { upheld, told, note, rubric, answers, labels, marks, forget };
  const sat = await transaction
    .insertInto("review_seat")
    .values({
      run_id: runId,
      seat,
      user_id: userId,
      until: seatEnd(),
      taken_at: fromNow(-(seconds ?? 0) * 1_000),
      draft: storableJson(draft),
    })
    .onConflict((taken) => taken.doNothing())
    .returning("until")
    .executeTakeFirst();
  if (!sat) throw new AppError("undo-over");
  return sat.until;
}

/** What a reviewer has to do with a case, and whether they may read what others wrote on it. */
import "server-only";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { ADJUDICATOR } from "../../../contracts/inspector/review/decide-case.ts";
import { AppError } from "../../../errors/app-error.ts";
import { type Database, kysely } from "../../client.ts";

export type PlaceAtCase = {
  /** Null: none. */
  seat: number | null;
  hasJudged: boolean;
  /** How many are to judge it. */
  asks: number;
  isDecided: boolean;
};

/** @throws AppError `not-found` for a reviewer who neither has the case nor judged it */
export async function readPlaceAt(
  { userId }: Actor,
  runId: string,
  executor: Kysely<Database> = kysely(),
): Promise<PlaceAtCase> {
  const found = await executor
    .selectFrom("review_case")
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .select(["review_case.asks", "review_case.state"])
    .select(({ exists, selectFrom }) => [
      selectFrom("review_seat")
        .select("review_seat.seat")
        .whereRef("review_seat.run_id", "=", "review_case.run_id")
        .where("review_seat.user_id", "=", userId)
        .where("review_seat.until", ">", sql<Date>`now()`)
        .as("seat"),
      exists(
        selectFrom("review_verdict")
          .select("review_verdict.nth")
          .whereRef("review_verdict.run_id", "=", "review_case.run_id")
          .where("review_verdict.judged_by", "=", userId),
      ).as("has_judged"),
    ])
    .where("review_case.run_id", "=", runId)
    .where("conversation.deleted_at", "is", null)
    .executeTakeFirst();
  if (!found || (found.seat === null && !found.has_judged)) throw new AppError("not-found");
  const { seat, asks, state } = found;
  return { seat, asks, hasJudged: found.has_judged === true, isDecided: state !== "open" };
}

/**
 * Whether a reviewer reads what others wrote on a case: who alone judges it, who decides between two, and all who judged it
 * once it is decided. Until then two judges know nothing of each other.
 */
export function maySeeOthers({ seat, hasJudged, asks, isDecided }: PlaceAtCase): boolean {
  if (hasJudged) return isDecided;
  return seat === ADJUDICATOR || asks === 1;
}

/** Which seat at a case a reviewer may take, and how many judge a case. */
import "server-only";
import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { ADJUDICATOR } from "../../contracts/inspector/review/decide-case.ts";
import { settings } from "../../env/settings.ts";

/** Of the row `review_case`: it has another reason than that this reviewer sent its run. */
export const hasOtherReason = (userId: string) => sql<boolean>`EXISTS (SELECT FROM review_reason
  WHERE review_reason.run_id = review_case.run_id AND review_reason.sent_by IS DISTINCT FROM ${userId})`;

/**
 * Of the row `review_case`. Nobody has two seats at a case, and nobody judges it twice, or because they sent it; their own seat of
 * before comes first, with its draft. Null: there is none.
 */
export const freeSeat = ({ userId }: Actor) => sql<number | null>`(
  SELECT place.seat FROM unnest(CASE review_case.asks
    WHEN 1 THEN ARRAY[1] WHEN 2 THEN ARRAY[1, 2] ELSE ARRAY[${ADJUDICATOR}::int] END) AS place(seat)
  LEFT JOIN review_seat ON review_seat.run_id = review_case.run_id AND review_seat.seat = place.seat
  WHERE (review_seat.until IS NULL OR review_seat.until <= now())
    AND (place.seat = ${ADJUDICATOR} OR NOT EXISTS (SELECT FROM review_verdict
      WHERE review_verdict.run_id = review_case.run_id AND review_verdict.seat = place.seat))
    AND NOT EXISTS (SELECT FROM review_verdict
      WHERE review_verdict.run_id = review_case.run_id AND review_verdict.judged_by = ${userId})
    AND NOT EXISTS (SELECT FROM review_seat AS own
      WHERE own.run_id = review_case.run_id AND own.user_id = ${userId} AND own.until > now())
    AND ${hasOtherReason(userId)}
  ORDER BY review_seat.user_id IS DISTINCT FROM ${userId}, place.seat LIMIT 1)`;

/** How many are to judge a case of this severity. */
export const judgesOf = (severity: number): 1 | 2 =>
  severity > settings().REVIEW_TWO_JUDGES_ABOVE_SEVERITY ? 2 : 1;

/** Which new cases the share falls on is drawn by lot, so that nobody knows it before. */
export const drawJudges = (): 1 | 2 =>
  randomInt(100) < settings().REVIEW_TWO_JUDGES_PERCENT ? 2 : 1;

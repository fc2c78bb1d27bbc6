/** Conditions on the rows of cases: which the list shows, and which are offered to a reviewer. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import type { CasesShown } from "../../../contracts/inspector/review/case-desk.ts";
import type { ReviewReasonKind } from "../../../contracts/inspector/review/review-case.ts";
import { OVERDUE_DAYS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { ASSIGNED_TO } from "./is-reviewer.ts";

export const IS_OPEN = sql<boolean>`review_case.state = 'open'`;
export const IS_ASIDE = sql<boolean>`(review_case.state = 'open'
  AND review_case.put_aside_until IS NOT NULL AND review_case.put_aside_until > now())`;
const IS_OFFERED = sql<boolean>`(review_case.put_aside_until IS NULL OR review_case.put_aside_until <= now())`;
export const IS_OVERDUE = sql<boolean>`(review_case.state = 'open' AND ${IS_OFFERED}
  AND review_case.since < ${fromNow(-OVERDUE_DAYS * 86_400_000)})`;

export function isShown(shown: CasesShown | undefined, { userId }: Actor) {
  switch (shown) {
    case undefined:
      return sql<boolean>`true`;
    case "open":
      return sql<boolean>`(${IS_OPEN} AND ${IS_OFFERED})`;
    case "mine":
      return sql<boolean>`(${IS_OPEN} AND (review_case.assigned_to = ${userId} OR EXISTS (SELECT FROM review_seat
        WHERE review_seat.run_id = review_case.run_id AND review_seat.user_id = ${userId} AND review_seat.until > now())))`;
    case "aside":
      return IS_ASIDE;
    case "overdue":
      return IS_OVERDUE;
    case "judged":
      return sql<boolean>`NOT ${IS_OPEN}`;
    default:
      return shown satisfies never;
  }
}

/** Of cases that have such a reason. Undefined: of all. */
export const isFor = (reason: ReviewReasonKind | undefined) =>
  reason === undefined
    ? sql<boolean>`true`
    : sql<boolean>`EXISTS (SELECT FROM review_reason
        WHERE review_reason.run_id = review_case.run_id AND review_reason.kind = ${reason})`;

/**
 * Whether a reviewer may take a case: one that is another's only once that one has it, has judged it, or can no longer judge.
 * @param isNext whether it is the next one that is asked for: that is none that was put aside
 */
export function isOfferedTo({ userId }: Actor, isNext: boolean) {
  const isTheirs = sql`(review_case.assigned_to IS NULL OR review_case.assigned_to = ${userId}
    OR EXISTS (SELECT FROM review_seat WHERE review_seat.run_id = review_case.run_id
      AND review_seat.user_id = review_case.assigned_to AND review_seat.until > now())
    OR EXISTS (SELECT FROM review_verdict WHERE review_verdict.run_id = review_case.run_id
      AND review_verdict.judged_by = review_case.assigned_to)
    OR ${ASSIGNED_TO} IS NULL)`;
  return isNext ? sql<boolean>`(${isTheirs} AND ${IS_OFFERED})` : sql<boolean>`${isTheirs}`;
}

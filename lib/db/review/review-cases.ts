/** The cases that reviewers see. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { CasesQuery } from "../../contracts/inspector/review/case-desk.ts";
import { findCounting } from "../../contracts/inspector/review/decide-case.ts";
import {
  type CaseReason,
  type ListedCase,
  type ReviewCases,
  ReviewReasonKind,
  StoredCaseState,
} from "../../contracts/inspector/review/review-case.ts";
import { CASES_LISTED_MAX, UNDO_MS } from "../../contracts/limits.ts";
import { settings } from "../../env/settings.ts";
import { kysely } from "../client.ts";
import { REVIEWERS_COUNTED_MAX } from "../limits.ts";
import {
  IS_ASIDE,
  IS_OPEN,
  IS_OVERDUE,
  isFor,
  isOfferedTo,
  isShown,
} from "./desk/case-conditions.ts";
import { ASSIGNED_TO, IS_REVIEWER } from "./desk/is-reviewer.ts";
import { listReviewersFor } from "./desk/read-desk.ts";
import { freeSeat } from "./free-seat.ts";
import { UNDOABLE } from "./judging/undo-verdict.ts";

/** In the version that found the run. */
const nameOfRule = sql<string | null>`(SELECT name FROM review_rule
  WHERE id = review_reason.rule_id AND version = review_reason.rule_version)`.as("rule");

export function selectCases(actor: Actor) {
  return kysely()
    .selectFrom("review_case")
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .select(["review_case.run_id", "review_case.reference", "review_case.state"])
    .select([
      "review_case.since",
      "review_case.severity",
      "review_case.asks",
      "conversation.user_id",
    ])
    .select(["review_case.put_aside_until", ASSIGNED_TO.as("assigned_to")])
    .select([IS_ASIDE.as("is_aside"), IS_OVERDUE.as("is_overdue")])
    .select([freeSeat(actor).as("free_seat"), isOfferedTo(actor, false).as("is_offered")])
    .select(({ selectFrom, ref }) => [
      selectFrom("user")
        .select("user.name")
        .where("user.id", "=", ref("review_case.assigned_to"))
        .as("assigned_name"),
      jsonArrayFrom(
        selectFrom("review_seat")
          .innerJoin("user", "user.id", "review_seat.user_id")
          .select(["review_seat.user_id", "user.name"])
          .where("review_seat.run_id", "=", ref("review_case.run_id"))
          .where("review_seat.until", ">", sql<Date>`now()`)
          .orderBy("review_seat.seat"),
      ).as("seats"),
      jsonArrayFrom(
        selectFrom("review_reason")
          .select(["review_reason.kind", "review_reason.figure", "review_reason.words"])
          .select("review_reason.sent_by")
          .select(nameOfRule)
          .where("review_reason.run_id", "=", ref("review_case.run_id"))
          .orderBy("review_reason.at"),
      ).as("reasons"),
      jsonArrayFrom(
        selectFrom("review_verdict")
          .select(["review_verdict.seat", "review_verdict.judged_by", "review_verdict.upheld"])
          .where("review_verdict.run_id", "=", ref("review_case.run_id"))
          .orderBy("review_verdict.nth"),
      ).as("judged"),
    ])
    .where("conversation.deleted_at", "is", null);
}

export type CaseRow = Awaited<ReturnType<ReturnType<typeof selectCases>["execute"]>>[number];

/**
 * The open ones first. It has no words of the person, and nothing of a verdict before the case is decided.
 * @throws AppError `forbidden` without `review:judge`
 */
export async function listCases(
  actor: Actor,
  { show, reason, page = "1" }: CasesQuery = {},
): Promise<ReviewCases> {
  assertCan(actor, "review:judge");
  const shown = sql<boolean>`(${isShown(show, actor)} AND ${isFor(reason)})`;
  const [rows, { open, total }, judges, undo, reviewers] = await Promise.all([
    selectShown(actor, shown, Number(page)),
    countCases(shown),
    readReviewers(),
    findUndo(actor),
    listReviewersFor(actor),
  ]);
  return {
    cases: rows.map((row) => toListed(row, actor, judges)),
    open: Number(open),
    total: Number(total),
    seatMinutes: settings().REVIEW_SEAT_MINUTES,
    undo,
    reviewers,
  };
}

function selectShown(actor: Actor, shown: RawBuilder<boolean>, page: number) {
  return selectCases(actor)
    .where(shown)
    .orderBy(IS_OPEN, "desc")
    .orderBy(IS_ASIDE)
    .orderBy("review_case.urgency", "desc")
    .orderBy(sql`CASE WHEN ${IS_OPEN} THEN review_case.sorted_at END`)
    .orderBy("review_case.since", "desc")
    .orderBy("review_case.run_id")
    .limit(CASES_LISTED_MAX)
    .offset((page - 1) * CASES_LISTED_MAX)
    .execute();
}

function countCases(shown: RawBuilder<boolean>) {
  return kysely()
    .selectFrom("review_case")
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere(IS_OPEN).as("open"),
      fn.countAll<string>().filterWhere(shown).as("total"),
    ])
    .where("conversation.deleted_at", "is", null)
    .executeTakeFirstOrThrow();
}

/** As many as it takes to say that somebody is there for every case. */
async function readReviewers(): Promise<string[]> {
  const rows = await kysely()
    .selectFrom("user")
    .select("id")
    .where(IS_REVIEWER)
    .limit(REVIEWERS_COUNTED_MAX)
    .execute();
  return rows.map(({ id }) => id);
}

function toListed(row: CaseRow, { userId }: Actor, reviewers: readonly string[]): ListedCase {
  const isMine = row.seats.some((seat) => seat.user_id === userId);
  const state = stateOf(row);
  return {
    runId: row.run_id,
    reference: row.reference,
    state: isMine && state === "open" ? "taken" : state,
    since: row.since.toISOString(),
    severity: row.severity,
    reasons: row.reasons.map(toReason),
    takenBy: row.seats.map(({ name }) => name).join(", ") || null,
    isMine,
    isOwn: row.user_id === userId,
    upheld: row.state === "open" ? null : (findCounting(row.judged)?.upheld ?? null),
    asks: row.asks,
    lacks: row.state === "open" && lacks(row, reviewers),
    assignedTo:
      row.assigned_to === null ? null : { id: row.assigned_to, name: row.assigned_name ?? "" },
    isAssignedToMe: row.assigned_to === userId,
    putAsideUntil: row.is_aside ? (row.put_aside_until?.toISOString() ?? null) : null,
    isOverdue: row.is_overdue,
    mayTake: isMine || isFree(row, userId),
    hasJudged: row.judged.some(({ judged_by: by }) => by === userId),
  };
}

const isFree = (row: CaseRow, userId: string) =>
  row.state === "open" && row.user_id !== userId && row.free_seat !== null && row.is_offered;

/** Fewer reviewers may still judge the case than it waits for. */
function lacks(
  { user_id: personId, asks, judged, reasons }: CaseRow,
  reviewers: readonly string[],
) {
  const judges = new Set(judged.map(({ judged_by: by }) => by));
  const hasOther = (id: string) => reasons.some(({ sent_by: sender }) => sender !== id);
  const left = reviewers.filter((id) => id !== personId && !judges.has(id) && hasOther(id)).length;
  return left < (asks === 2 ? 2 - judges.size : 1);
}

/** Taken where no seat is free: for whoever has judged it, too. */
export function stateOf(row: CaseRow): ListedCase["state"] {
  const stored = StoredCaseState.parse(row.state);
  return stored === "open" && row.free_seat === null && row.seats.length > 0 ? "taken" : stored;
}

type ReasonRow = { kind: string; figure: string; rule: string | null };

export const toReason = ({ kind, figure, rule }: ReasonRow): CaseReason => ({
  kind: ReviewReasonKind.parse(kind),
  figure,
  rule,
});

async function findUndo({ userId }: Actor): Promise<ReviewCases["undo"]> {
  const found = await kysely()
    .selectFrom("review_verdict")
    .innerJoin("review_case", "review_case.run_id", "review_verdict.run_id")
    .select(["review_verdict.run_id", "review_verdict.at", "review_case.reference"])
    .where("review_verdict.judged_by", "=", userId)
    .where(UNDOABLE)
    .orderBy("review_verdict.at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const until = new Date(found.at.getTime() + UNDO_MS).toISOString();
  return { runId: found.run_id, reference: found.reference, until };
}

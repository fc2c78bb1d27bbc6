/** The cases that reviewers see, and the one that they have before them. */
import "server-only";
import { sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import {
  type CaseReason,
  type CasesQuery,
  type ListedCase,
  type ReviewCase,
  type ReviewCases,
  ReviewReasonKind,
  StoredCaseState,
  VerdictDraft,
} from "../../contracts/inspector/review/review-case.ts";
import { settings } from "../../env/settings.ts";
import { AppError } from "../../errors/app-error.ts";
import { kysely } from "../client.ts";
import { CASES_LISTED_MAX } from "../limits.ts";
import { hasReason } from "./take-case.ts";

const IS_OPEN = sql<boolean>`review_case.state = 'open'`;

/** In the version that found the run. */
const nameOfRule = sql<string | null>`(SELECT name FROM review_rule
  WHERE id = review_reason.rule_id AND version = review_reason.rule_version)`.as("rule");

function selectCases() {
  return kysely()
    .selectFrom("review_case")
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .select(["review_case.run_id", "review_case.reference", "review_case.state"])
    .select(["review_case.since", "review_case.severity", "conversation.user_id"])
    .select(({ selectFrom, ref }) => [
      jsonObjectFrom(
        selectFrom("review_seat")
          .innerJoin("user", "user.id", "review_seat.user_id")
          .select(["review_seat.user_id", "user.name", "review_seat.until", "review_seat.draft"])
          .where("review_seat.run_id", "=", ref("review_case.run_id"))
          .where("review_seat.until", ">", sql<Date>`now()`)
          .limit(1),
      ).as("seat"),
      jsonArrayFrom(
        selectFrom("review_reason")
          .select(["review_reason.kind", "review_reason.figure", "review_reason.words"])
          .select(nameOfRule)
          .where("review_reason.run_id", "=", ref("review_case.run_id"))
          .orderBy("review_reason.at"),
      ).as("reasons"),
      jsonObjectFrom(
        selectFrom("review_verdict")
          .selectAll("review_verdict")
          .where("review_verdict.run_id", "=", ref("review_case.run_id"))
          .orderBy("review_verdict.nth", "desc")
          .limit(1),
      ).as("verdict"),
    ])
    .where("conversation.deleted_at", "is", null);
}

type CaseRow = Awaited<ReturnType<ReturnType<typeof selectCases>["execute"]>>[number];

/**
 * The open ones first. It has no words of the person, nor of a reviewer.
 * @throws AppError `forbidden` without `review:judge`
 */
export async function listCases(actor: Actor, { reason }: CasesQuery = {}): Promise<ReviewCases> {
  assertCan(actor, "review:judge");
  const rows = await selectCases()
    .$if(reason !== undefined, (cases) => cases.where(hasReason(reason ?? "sent")))
    .orderBy(IS_OPEN, "desc")
    .orderBy("review_case.urgency", "desc")
    .orderBy(sql`CASE WHEN ${IS_OPEN} THEN review_case.since END`)
    .orderBy("review_case.since", "desc")
    .orderBy("review_case.run_id")
    .limit(CASES_LISTED_MAX)
    .execute();
  const { open } = await kysely()
    .selectFrom("review_case")
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .select(({ fn }) => fn.countAll<string>().as("open"))
    .where(IS_OPEN)
    .where("conversation.deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return {
    cases: rows.map((row) => toListed(row, actor)),
    open: Number(open),
    seatMinutes: settings().REVIEW_SEAT_MINUTES,
  };
}

function toListed(row: CaseRow, { userId }: Actor): ListedCase {
  return {
    runId: row.run_id,
    reference: row.reference,
    state: stateOf(row),
    since: row.since.toISOString(),
    severity: row.severity,
    reasons: row.reasons.map(toReason),
    takenBy: row.seat?.name ?? null,
    isMine: row.seat?.user_id === userId,
    isOwn: row.user_id === userId,
    upheld: row.verdict?.upheld ?? null,
  };
}

function stateOf({ state, seat }: CaseRow): ListedCase["state"] {
  const stored = StoredCaseState.parse(state);
  return stored === "open" && seat ? "taken" : stored;
}

type ReasonRow = { kind: string; figure: string; rule: string | null };

const toReason = ({ kind, figure, rule }: ReasonRow): CaseReason => ({
  kind: ReviewReasonKind.parse(kind),
  figure,
  rule,
});

/**
 * One case, for who has it, or who gave its last verdict. The words of the person are for the former alone.
 * @throws AppError `forbidden` without `review:judge`, `not-found` for everybody else
 */
export async function readCase(actor: Actor, runId: string): Promise<ReviewCase> {
  assertCan(actor, "review:judge");
  const row = await selectCases().where("review_case.run_id", "=", runId).executeTakeFirst();
  const seat = row?.seat?.user_id === actor.userId ? row.seat : null;
  const verdict = row?.verdict?.judged_by === actor.userId ? row.verdict : null;
  if (!row || (!seat && !verdict)) throw new AppError("not-found");
  return {
    runId,
    reference: row.reference,
    state: stateOf(row),
    since: row.since.toISOString(),
    reasons: row.reasons.map((reason) => ({
      ...toReason(reason),
      words: seat ? reason.words : "",
    })),
    until: seat && new Date(seat.until).toISOString(),
    draft: seat?.draft ? VerdictDraft.parse(seat.draft) : null,
    verdict: verdict && {
      upheld: verdict.upheld,
      told: verdict.told,
      note: verdict.note,
      at: new Date(verdict.at).toISOString(),
    },
  };
}

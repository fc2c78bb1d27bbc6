/** How a version of the model judge fared against people, on cases that nobody saw with its scores. */
import "server-only";
import { type Kysely, sql } from "kysely";
import * as z from "zod/mini";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { ADJUDICATOR } from "../../../contracts/inspector/review/decide-case.ts";
import { ScoreCall, ScoreOutcome } from "../../../contracts/inspector/review/model-judge.ts";
import { type Database, kysely } from "../../client.ts";
import { JUDGE_WRONG_ABOVE, TUNING_CASES_LISTED_MAX } from "../../limits.ts";
import { sha256OfText } from "../../typed-sql.ts";
import { isSettled } from "../read-contests.ts";

/**
 * Half of all runs. The digest is of the run alone: a case that an admin saw with the score of one version is never among those
 * that a later version is measured on.
 */
const IN_TEST = sql<boolean>`left(${sha256OfText(sql`'review-judge '::text || review_score.run_id::text`)}, 1) < '8'`;

/**
 * What people found before any of them could read a score: the verdict that decided, not a correction of it. Of a case that is
 * open, or whose verdict can still be undone, nothing yet.
 */
const JUDGED = sql`
  FROM review_score JOIN review_case USING (run_id)
  JOIN conversation ON conversation.id = review_case.conversation_id AND conversation.deleted_at IS NULL
  CROSS JOIN LATERAL (
    SELECT upheld FROM review_verdict WHERE review_verdict.run_id = review_score.run_id
    ORDER BY seat = ${ADJUDICATOR} DESC, seat, seconds IS NULL, nth DESC LIMIT 1) AS verdict
  WHERE review_case.state <> 'open' AND ${isSettled}`;

type Counted = { found: number; of: number };
export type JudgedCounts = { wrong: Counted; right: Counted; withoutScore: number };

export async function countJudged(
  version: number,
  executor: Kysely<Database> = kysely(),
): Promise<JudgedCounts> {
  const { rows } = await sql<Record<"caught" | "wrong" | "passed" | "right" | "without", number>>`
    SELECT
      count(*) FILTER (WHERE upheld AND score > ${JUDGE_WRONG_ABOVE})::int AS caught,
      count(*) FILTER (WHERE upheld AND score IS NOT NULL)::int AS wrong,
      count(*) FILTER (WHERE NOT upheld AND score <= ${JUDGE_WRONG_ABOVE})::int AS passed,
      count(*) FILTER (WHERE NOT upheld AND score IS NOT NULL)::int AS right,
      count(*) FILTER (WHERE score IS NULL)::int AS without
    ${JUDGED} AND review_score.version = ${version} AND ${IN_TEST}`.execute(executor);
  const { caught = 0, wrong = 0, passed = 0, right = 0, without = 0 } = rows[0] ?? {};
  return {
    wrong: { found: caught, of: wrong },
    right: { found: passed, of: right },
    withoutScore: without,
  };
}

export type TuningCase = {
  runId: string;
  reference: string;
  outcome: ScoreOutcome;
  score: number | null;
  upheld: boolean;
};

/**
 * The other half: judged cases of other people, those first in which the version and people differ most. No words.
 * @throws AppError `forbidden` without `review:manage`
 */
export async function listTuningCases(actor: Actor, version: number): Promise<TuningCase[]> {
  assertCan(actor, "review:manage");
  const { rows } = await sql<TuningCase & { outcome: string }>`
    SELECT review_score.run_id AS "runId", reference, outcome, score, upheld
    ${JUDGED} AND review_score.version = ${version} AND NOT ${IN_TEST} AND conversation.user_id <> ${actor.userId}
    ORDER BY abs(score - CASE WHEN upheld THEN 100 ELSE 0 END) DESC NULLS LAST, review_score.run_id
    LIMIT ${TUNING_CASES_LISTED_MAX}`.execute(kysely());
  return rows.map((row) => ({ ...row, outcome: ScoreOutcome.parse(row.outcome) }));
}

export type StoredScore = {
  version: number;
  outcome: ScoreOutcome;
  score: number | null;
  reason: string;
  calls: ScoreCall[];
};

/**
 * What the newest version says of a case, for a reviewer who judged it: once it is decided, so that nobody judges it with
 * the score before them.
 * @returns null where no version has read it, and for everybody else
 * @throws AppError `forbidden` without `review:judge`
 */
export async function readScore(actor: Actor, runId: string): Promise<StoredScore | null> {
  assertCan(actor, "review:judge");
  const { rows } = await sql<Omit<StoredScore, "calls"> & { outcome: string; calls: unknown }>`
    SELECT review_score.version, outcome, score, reason, calls
    ${JUDGED} AND review_score.run_id = ${runId}::uuid AND EXISTS (
      SELECT FROM review_verdict WHERE review_verdict.run_id = review_score.run_id AND judged_by = ${actor.userId})
    ORDER BY review_score.version DESC LIMIT 1`.execute(kysely());
  const [row] = rows;
  if (!row) return null;
  const calls = z.array(ScoreCall).parse(row.calls);
  return { ...row, outcome: ScoreOutcome.parse(row.outcome), calls };
}

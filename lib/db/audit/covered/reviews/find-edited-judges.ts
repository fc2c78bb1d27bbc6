/** Compares versions of the model judge, and what it said of cases, with the rows of the trail that say so. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { kysely } from "../../../client.ts";
import { EDITS_FOUND_MAX } from "../../../limits.ts";
import { sha256OfText } from "../../../typed-sql.ts";
import { type Found, foundAt } from "../../found/trail-findings.ts";
import { forgottenIn, IS_FORGOTTEN } from "../find-edited-reviews.ts";
import { readStanding } from "../standing-rows.ts";

/** As `commitTo` makes it of a text. */
const REASON = sha256OfText(sql`(review_score.salt::text || E'\n'::text
  || pg_catalog.to_json(review_score.reason)::text)`);

/** Outcome and score, under the salt: hexadecimal. */
export const commitToScore = () =>
  sha256OfText(sql`(review_score.salt::text || E'\n'::text
  || pg_catalog.to_json(pg_catalog.jsonb_build_object('outcome'::text, review_score.outcome,
    'score'::text, review_score.score)::text)::text)`);

/** With the reason its salt went, which outcome and score are committed to under. */
const HAS_LOST_REASON = sql`(review_score.reason = '' AND ${IS_FORGOTTEN})`;

/** A row of an earlier version has outcome and score in clear. */
const IS_SCORE = sql`said.detail->>'version' = review_score.version::text
  AND CASE WHEN said.detail->>'judgement' IS NULL
    THEN said.detail->>'outcome' = review_score.outcome
      AND said.detail->>'score' IS NOT DISTINCT FROM review_score.score::text
    ELSE said.detail->>'judgement' = ${commitToScore()} OR ${HAS_LOST_REASON} END
  AND (said.detail->>'reason' = ${REASON} OR ${HAS_LOST_REASON})`;

/**
 * Scored otherwise than the trail says, without it, or no more. At most `EDITS_FOUND_MAX`. A detail that was erased says nothing,
 * and stands for any.
 * @param within a condition on the row `run`
 */
export async function findEditedScores(
  executor = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const stands = await readStanding(executor);
  const score = sql`FROM review_score WHERE review_score.run_id = run.id`;
  const ofRun = sql`FROM said WHERE said.target = 'run:' || run.id`;
  const { rows } = await sql<{ run_id: string }>`
    WITH said AS MATERIALIZED (
      SELECT target, detail, at FROM audit_event
      WHERE action = 'review.scored' AND ${stands("audit_event")}
        AND target IN (SELECT 'run:' || run.id FROM run WHERE ${within})),
    ${forgottenIn(stands)}
    SELECT run.id AS run_id FROM run
    WHERE ${within} AND (
      EXISTS (SELECT ${score} AND NOT EXISTS (SELECT ${ofRun} AND (said.detail = '{}' OR (${IS_SCORE}))))
      OR EXISTS (SELECT ${ofRun} AND said.detail <> '{}' AND NOT EXISTS (SELECT ${score} AND ${IS_SCORE})))
    ORDER BY run.id LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ run_id: runId }) => foundAt("review-edited", { runId }));
}

const OF_VERSION = sql`said.target = 'review-judge:' || judge.version`;
const IS_BLANK = sql`said.detail = '{}'`;

/** An account that is gone leaves a version without a maker. */
const IS_WRITTEN = sql`said.detail->>'prompt' = ${sha256OfText(sql`judge.prompt`)}
  AND said.detail->>'model' IS NOT DISTINCT FROM judge.model
  AND (judge.made_by = said.actor_id OR (judge.made_by IS NULL
    AND NOT EXISTS (SELECT FROM "user" WHERE "user".id = said.actor_id)))`;

const IS_ENDED = sql`said.detail->>'why' = judge.off_reason AND judge.ended_at IS NOT NULL`;

/** Versions that were written or ended otherwise than the trail says, without it, or are gone. */
export async function findEditedJudges(executor = kysely()): Promise<Found[]> {
  const stands = await readStanding(executor);
  const written = sql`FROM said WHERE said.action = 'review.judge-written' AND ${OF_VERSION}`;
  const ended = sql`FROM said WHERE said.action = 'review.judge-ended' AND ${OF_VERSION}`;
  const { rows } = await sql<{ target: string }>`
    WITH said AS MATERIALIZED (
      SELECT target, action, actor_id, detail FROM audit_event
      WHERE action IN ('review.judge-written', 'review.judge-ended') AND ${stands("audit_event")})
    SELECT 'review-judge:' || judge.version AS target FROM review_judge AS judge
    WHERE NOT EXISTS (SELECT ${written} AND (${IS_BLANK} OR (${IS_WRITTEN})))
      OR ((judge.ended_at IS NOT NULL OR judge.off_reason IS NOT NULL)
        AND NOT EXISTS (SELECT ${ended} AND (${IS_BLANK} OR (${IS_ENDED}))))
      OR EXISTS (SELECT ${ended} AND (${IS_ENDED}) IS NOT TRUE AND NOT ${IS_BLANK})
    UNION
    SELECT said.target FROM said
    WHERE NOT EXISTS (SELECT FROM review_judge AS judge WHERE ${OF_VERSION})
    ORDER BY target LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ target }) => foundAt("review-edited", { name: target }));
}

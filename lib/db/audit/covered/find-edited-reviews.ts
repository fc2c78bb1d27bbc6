/** Compares contested answers and verdicts, with their words, with the rows of the trail that say so. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { kysely } from "../../client.ts";
import { EDITS_FOUND_MAX } from "../../limits.ts";
import { sha256OfText } from "../../typed-sql.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { readStanding } from "./standing-rows.ts";

/** As `commitTo` makes it of a text. */
const commitment = (table: string, column: string) =>
  sha256OfText(sql`(${sql.ref(`${table}.salt`)}::text || E'\n'::text
    || pg_catalog.to_json(${sql.ref(`${table}.${column}`)})::text)`);

/** An account that is gone leaves a verdict without a judge. */
const IS_VERDICT = sql`said.action = 'review.judged'
  AND said.detail->>'nth' = review_verdict.nth::text
  AND said.detail->>'upheld' = review_verdict.upheld::text
  AND said.detail->>'told' = ${commitment("review_verdict", "told")}
  AND said.detail->>'note' = ${commitment("review_verdict", "note")}
  AND (review_verdict.judged_by = said.actor_id OR (review_verdict.judged_by IS NULL
    AND NOT EXISTS (SELECT FROM "user" WHERE "user".id = said.actor_id)))`;

const IS_CONTEST = sql`said.action = 'answer.contested'
  AND said.detail->>'reference' = review_case.reference
  AND said.detail->>'what' = review_reason.figure
  AND said.detail->>'words' = ${commitment("review_reason", "words")}`;

/** The rows of a run that are its contest, and those that are its verdicts. */
const CONTEST = sql`FROM review_reason JOIN review_case USING (run_id)
  WHERE review_reason.run_id = run.id AND review_reason.kind = 'contested'`;
const VERDICT = sql`FROM review_verdict WHERE review_verdict.run_id = run.id`;

/**
 * Contested or judged otherwise than the trail says, without it, or no more. At most `EDITS_FOUND_MAX`. A detail that was
 * erased says nothing, and stands for any.
 * @param within a condition on the row `run`
 */
export async function findEditedReviews(
  executor = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const stands = await readStanding(executor);
  const ofRun = sql`FROM said WHERE said.target = 'run:' || run.id`;
  const isBlank = (action: string) => sql`(said.action = ${action} AND said.detail = '{}')`;
  const { rows } = await sql<{ run_id: string }>`
    WITH said AS MATERIALIZED (
      SELECT target, action, actor_id, detail FROM audit_event
      WHERE action IN ('answer.contested', 'review.judged') AND ${stands("audit_event")}
        AND target IN (SELECT 'run:' || run.id FROM run WHERE ${within}))
    SELECT run.id AS run_id FROM run
    WHERE ${within} AND (
      EXISTS (SELECT FROM review_case WHERE review_case.run_id = run.id
        AND (review_case.conversation_id <> run.conversation_id OR NOT EXISTS (SELECT ${CONTEST})))
      OR (EXISTS (SELECT FROM review_reason WHERE run_id = run.id UNION ALL SELECT ${VERDICT})
        AND NOT EXISTS (SELECT FROM review_case WHERE run_id = run.id))
      OR EXISTS (SELECT ${CONTEST} AND NOT EXISTS (
        SELECT ${ofRun} AND (${isBlank("answer.contested")} OR (${IS_CONTEST}))))
      OR EXISTS (SELECT ${VERDICT} AND NOT EXISTS (
        SELECT ${ofRun} AND (${isBlank("review.judged")} OR (${IS_VERDICT}))))
      OR EXISTS (SELECT ${ofRun} AND said.action = 'answer.contested' AND said.detail <> '{}'
        AND NOT EXISTS (SELECT ${CONTEST} AND ${IS_CONTEST}))
      OR EXISTS (SELECT ${ofRun} AND said.action = 'review.judged' AND said.detail <> '{}'
        AND NOT EXISTS (SELECT ${VERDICT} AND ${IS_VERDICT})))
    ORDER BY run.id LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ run_id: runId }) => foundAt("review-edited", { runId }));
}

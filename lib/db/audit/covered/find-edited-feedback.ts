/** Compares what people think of answers, and why, with the rows of the trail that say so. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { kysely } from "../../client.ts";
import { EDITS_FOUND_MAX } from "../../limits.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { lastSaid } from "./numbered-rows.ts";

/** As `commitTo` makes it of the words: what JSON.stringify and to_json make of a text is the same. */
const COMMITMENT = sql`encode(sha256(convert_to(feedback.salt || E'\n' || to_json(feedback.words)::text, 'UTF8')), 'hex')`;

/**
 * Judged otherwise than the trail says, without it, or no more. At most `EDITS_FOUND_MAX`. A detail that was erased says
 * nothing, and one of an earlier version nothing of the words.
 * @param within a condition on the row `run`
 */
export async function findEditedFeedback(
  executor = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const { rows } = await sql<{ run_id: string | null; name: string | null }>`
    WITH said AS (
      ${lastSaid(["feedback.given"], sql`target IN (SELECT 'run:' || run.id FROM run WHERE ${within})`)})
    SELECT run.id AS run_id, NULL AS name
    FROM run
      LEFT JOIN feedback ON feedback.answer_message_id = run.answer_message_id
      LEFT JOIN (SELECT DISTINCT target FROM said) AS judged ON judged.target = 'run:' || run.id
    WHERE ${within}
      AND (feedback.answer_message_id IS NOT NULL OR judged.target IS NOT NULL)
      AND NOT EXISTS (
        SELECT FROM said
        WHERE said.target = 'run:' || run.id
          AND (detail = '{}' OR (
            (detail->>'verdict', detail->>'hasWords') IS NOT DISTINCT FROM
              (feedback.verdict, coalesce(feedback.words <> '', false)::text)
            AND (detail->>'words' IS NULL OR detail->>'words' = ${COMMITMENT})
            AND (feedback.conversation_id = run.conversation_id) IS NOT FALSE)))
    UNION ALL
    SELECT NULL, 'message:' || answer_message_id FROM feedback
    WHERE NOT EXISTS (SELECT FROM run WHERE run.answer_message_id = feedback.answer_message_id)
    ORDER BY run_id, name LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ run_id: runId, name }) => foundAt("feedback-edited", { runId, name }));
}

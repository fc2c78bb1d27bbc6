/** Verdicts that count and did not return, and exchanges that are said to have left memory, by the rows of the trail alone. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { ADJUDICATOR } from "../../../../contracts/inspector/review/decide-case.ts";
import { kysely } from "../../../client.ts";
import { CLOCKS_APART_MS, EDITS_FOUND_MAX, ROW_TIME_TOLERANCE_MS } from "../../../limits.ts";
import { type Found, foundAt } from "../../found/trail-findings.ts";
import { readStanding } from "../standing-rows.ts";

const CLOCKS = sql`make_interval(secs => ${CLOCKS_APART_MS / 1_000}::float8)`;
const WHILE = sql`make_interval(secs => ${ROW_TIME_TOLERANCE_MS / 1_000}::float8)`;

/** What decides a case, or opens it again. */
const DECIDING = sql`('review.judged', 'review.undone', 'review.decided', 'answer.appealed', 'answer.contested', 'review.queued')`;

/** The last such row of each run. A decision is written in the transaction of its verdict, and may have the same time. */
const LAST = sql`
  SELECT DISTINCT ON (target) target, action, detail, at FROM said WHERE action IN ${DECIDING}
  ORDER BY target, place DESC NULLS FIRST, at DESC, action = 'review.decided' DESC`;

/**
 * Cases that are decided: by a row that says so, or by who judged alone. One of two judges has no `upheld` in the trail.
 * `is_late`: the trail went on for a while behind it, so that a process was there to return the verdict; a restored backup may not
 * have that it returned.
 */
const decided = (within: RawBuilder<unknown>) => sql`
  SELECT run.id AS run_id, last.target, last.detail->>'nth' AS nth, last.detail->>'upheld' AS upheld,
    greatest(last.at, (SELECT max(at) FROM audit_event WHERE action = 'backup.restored')) + ${WHILE} < (SELECT max(at) FROM audit_event WHERE at < now() - ${WHILE}) AS is_late
  FROM run JOIN last ON last.target = 'run:' || run.id
  WHERE ${within} AND last.detail ? 'upheld' AND (last.action = 'review.decided' OR (last.action = 'review.judged'
    AND NOT EXISTS (SELECT FROM review_verdict AS other WHERE other.run_id = run.id
      AND other.seat::text <> coalesce(last.detail->>'seat', '1'))))`;

/** Finds verdicts without their row: at once where the verdict is marked as returned, else once it is late. */
const IS_UNSTATED = sql`(decided.is_late OR EXISTS (SELECT FROM review_verdict AS counts
    WHERE counts.run_id = decided.run_id AND counts.nth::text = decided.nth AND counts.stated_at IS NOT NULL))
  AND NOT EXISTS (SELECT FROM said WHERE said.target = decided.target AND said.action = 'verdict.stated'
    AND (said.detail = '{}' OR (said.detail->>'nth' = decided.nth AND said.detail->>'upheld' = decided.upheld)))`;

/** Finds exchanges that should have left memory, by the rule of `FORGETS` in return-verdicts.ts, and have no row that says so. */
const IS_UNFORGOTTEN = sql`decided.upheld = 'true'
  AND EXISTS (SELECT FROM review_verdict AS given
    WHERE given.run_id = decided.run_id AND given.forget AND given.upheld
      AND (decided.is_late OR given.stated_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM review_verdict AS later
        WHERE later.run_id = given.run_id AND later.seat = given.seat AND later.nth > given.nth)
      AND (given.seat = ${ADJUDICATOR} OR NOT EXISTS (SELECT FROM review_verdict AS third
        WHERE third.run_id = given.run_id AND third.seat = ${ADJUDICATOR})))
  AND NOT EXISTS (SELECT FROM said WHERE said.target = decided.target AND said.action = 'exchange.forgotten')`;

const isAt = (time: RawBuilder<unknown>) =>
  sql`${time} BETWEEN said.at - ${CLOCKS} AND said.at + ${CLOCKS}`;

/** The row says how many services are to be told. Rows of earlier versions do not, and then nothing is known of the telling. */
const IS_LEFT_OTHERWISE = sql`EXISTS (SELECT FROM said WHERE said.target = 'run:' || left_run.run_id
    AND said.action = 'exchange.forgotten'
    AND (NOT ${isAt(sql`left_run.at`)} OR (said.detail->>'services' = '0' AND left_run.told_at IS NULL)
      OR (said.detail->>'services' <> '0' AND (left_run.told_at IS NOT NULL) <> EXISTS (
        SELECT FROM said AS confirmed WHERE confirmed.target = said.target AND confirmed.action = 'exchange.told'))))
  OR EXISTS (SELECT FROM said WHERE said.target = 'run:' || left_run.run_id
    AND said.action = 'exchange.told' AND NOT ${isAt(sql`coalesce(left_run.told_at, 'infinity')`)})`;

/** At most `EDITS_FOUND_MAX`. @param within a condition on the row `run` */
export async function findUnreturnedVerdicts(
  executor = kysely(),
  within: RawBuilder<unknown> = sql`true`,
): Promise<Found[]> {
  const stands = await readStanding(executor);
  const { rows } = await sql<{ run_id: string }>`
    WITH said AS MATERIALIZED (
      SELECT target, action, detail, at, place FROM audit_event
      WHERE (action IN ${DECIDING} OR action IN ('verdict.stated', 'exchange.forgotten', 'exchange.told'))
        AND ${stands("audit_event")} AND target IN (SELECT 'run:' || run.id FROM run WHERE ${within})),
    last AS (${LAST}),
    decided AS MATERIALIZED (${decided(within)})
    SELECT run_id FROM decided WHERE (${IS_UNSTATED}) OR (${IS_UNFORGOTTEN})
    UNION SELECT left_run.run_id FROM forgotten_run AS left_run JOIN run ON run.id = left_run.run_id
      WHERE ${within} AND (${IS_LEFT_OTHERWISE})
    ORDER BY run_id LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ run_id: runId }) => foundAt("review-edited", { runId }));
}

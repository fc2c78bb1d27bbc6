/** Compares rules, cases, why they are there, and verdicts and comments, with their words, with the rows of the trail that say so. */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, kysely } from "../../client.ts";
import { CLOCKS_APART_MS, EDITS_FOUND_MAX, FOREIGN_NAME_MAX_CHARS } from "../../limits.ts";
import { sha256Of, sha256OfText } from "../../typed-sql.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { HAS_ANSWERS_IN_WORDS, HAS_NOTES } from "../words-of-verdict.ts";
import { readStanding } from "./standing-rows.ts";

/** As `commitTo` makes it of a text. */
const commitment = (table: string, column: string) =>
  sha256OfText(sql`(${sql.ref(`${table}.salt`)}::text || E'\n'::text
    || pg_catalog.to_json(${sql.ref(`${table}.${column}`)})::text)`);

/** What a verdict says besides its words, under its salt: hexadecimal. */
export const commitToJudgement = () =>
  sha256OfText(sql`(review_verdict.salt::text || E'\n'::text
  || pg_catalog.to_json((pg_catalog.jsonb_build_object('upheld'::text, review_verdict.upheld, 'seat'::text, review_verdict.seat,
    'rubric'::text, review_verdict.rubric, 'answers'::text, review_verdict.answers, 'labels'::text, review_verdict.labels,
    'marks'::text, review_verdict.marks, 'seconds'::text, review_verdict.seconds)
    || CASE WHEN review_verdict.forget THEN '{"forget":true}'::jsonb ELSE '{}'::jsonb END)::text)::text)`);

type Standing = Awaited<ReturnType<typeof readStanding>>;

/** A part of a WITH: up to when retention has erased words. */
export const forgottenIn = (stands: Standing) => sql`forgotten AS MATERIALIZED (
  SELECT at - make_interval(days => (detail->>'days')::int)
    + make_interval(secs => ${CLOCKS_APART_MS / 1_000}::float8) AS before FROM audit_event
  WHERE action = 'retention.applied' AND target = 'retention:reviews' AND ${stands("audit_event")})`;

/** Whether retention has erased the words that a row of the trail has commitments to. */
export const IS_FORGOTTEN = sql`EXISTS (SELECT FROM forgotten WHERE said.at < forgotten.before)`;

/** Of a verdict: with them its salt went, which all that was found is committed to under. */
const HAS_LOST_WORDS = sql`(review_verdict.told = '' AND review_verdict.note = ''
  AND NOT ${HAS_NOTES} AND NOT ${HAS_ANSWERS_IN_WORDS} AND ${IS_FORGOTTEN})`;

/** A verdict of an earlier version has nothing of a rubric. */
const IS_JUDGEMENT = sql`CASE WHEN said.detail->>'judgement' IS NULL
  THEN review_verdict.seat = 1 AND review_verdict.rubric IS NULL AND review_verdict.answers = '{}'
    AND review_verdict.labels = '[]' AND review_verdict.marks = '[]' AND review_verdict.seconds IS NULL
    AND NOT review_verdict.forget
  ELSE (said.detail->>'judgement' = ${commitToJudgement()} OR ${HAS_LOST_WORDS})
    AND said.detail->>'seat' = review_verdict.seat::text
    AND said.detail->>'rubric' IS NOT DISTINCT FROM review_verdict.rubric::text END`;

/** An account that is gone leaves a verdict without a judge. One of later would be held back for longer than it can be undone. */
const IS_VERDICT = sql`said.action = 'review.judged'
  AND review_verdict.at < said.at + make_interval(secs => ${CLOCKS_APART_MS / 1_000}::float8)
  AND said.detail->>'nth' = review_verdict.nth::text
  AND coalesce(said.detail->>'upheld', review_verdict.upheld::text) = review_verdict.upheld::text
  AND ${IS_JUDGEMENT}
  AND ((said.detail->>'told' = ${commitment("review_verdict", "told")}
    AND said.detail->>'note' = ${commitment("review_verdict", "note")}) OR ${HAS_LOST_WORDS})
  AND (review_verdict.judged_by = said.actor_id OR (review_verdict.judged_by IS NULL
    AND NOT EXISTS (SELECT FROM "user" WHERE "user".id = said.actor_id)))`;

const HAS_NO_RULE = sql`review_reason.rule_id IS NULL AND review_reason.rule_version IS NULL
  AND review_reason.sent_by IS NULL`;

const IS_CONTEST = sql`said.action = 'answer.contested' AND ${HAS_NO_RULE}
  AND said.detail->>'reference' = review_case.reference
  AND said.detail->>'what' = review_reason.figure
  AND (said.detail->>'words' = ${commitment("review_reason", "words")}
    OR (review_reason.words = '' AND ${IS_FORGOTTEN}))`;

/** By a rule, or sent by an admin. */
const IS_QUEUED = sql`said.action = 'review.queued'
  AND said.detail->>'reference' = review_case.reference
  AND said.detail->>'kind' = review_reason.kind
  AND said.detail->>'figure' = review_reason.figure
  AND said.detail->>'ruleId' IS NOT DISTINCT FROM review_reason.rule_id::text
  AND said.detail->>'ruleVersion' IS NOT DISTINCT FROM review_reason.rule_version::text
  AND review_reason.words = ''
  AND (review_reason.sent_by IS NOT DISTINCT FROM said.actor_id OR (review_reason.sent_by IS NULL
    AND NOT EXISTS (SELECT FROM "user" WHERE "user".id = said.actor_id)))`;

const IS_APPEAL = sql`said.action = 'answer.appealed' AND ${HAS_NO_RULE}
  AND said.detail->>'what' = review_reason.figure
  AND (said.detail->>'words' = ${commitment("review_reason", "words")}
    OR (review_reason.words = '' AND ${IS_FORGOTTEN}))`;

const IS_COMMENT = sql`said.action = 'review.commented'
  AND said.detail->>'comment' = review_comment.id::text
  AND (said.detail->>'words' = ${commitment("review_comment", "words")}
    OR (review_comment.words = '' AND ${IS_FORGOTTEN}))
  AND (review_comment.user_id = said.actor_id OR (review_comment.user_id IS NULL
    AND NOT EXISTS (SELECT FROM "user" WHERE "user".id = said.actor_id)))`;

/** The rows of a run that are its contest, its appeal, those that put it into review otherwise, its verdicts, and comments on it. */
const CONTEST = sql`FROM review_reason JOIN review_case USING (run_id)
  WHERE review_reason.run_id = run.id AND review_reason.kind = 'contested'`;
const QUEUED = sql`FROM review_reason JOIN review_case USING (run_id)
  WHERE review_reason.run_id = run.id AND review_reason.kind NOT IN ('contested', 'appealed')`;
const APPEAL = sql`FROM review_reason
  WHERE review_reason.run_id = run.id AND review_reason.kind = 'appealed'`;
const VERDICT = sql`FROM review_verdict WHERE review_verdict.run_id = run.id`;
const COMMENT = sql`FROM review_comment WHERE review_comment.run_id = run.id`;

/**
 * Contested, put into review or judged otherwise than the trail says, without it, or no more. At most `EDITS_FOUND_MAX`. A detail that was
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
      SELECT target, action, actor_id, detail, at FROM audit_event
      WHERE action IN ('answer.contested', 'answer.appealed', 'review.queued', 'review.judged', 'review.commented',
          'exchange.forgotten') AND ${stands("audit_event")}
        AND target IN (SELECT 'run:' || run.id FROM run WHERE ${within})
        AND (action <> 'review.judged' OR NOT EXISTS (SELECT FROM audit_event AS undone
          WHERE undone.action = 'review.undone' AND undone.target = audit_event.target AND ${stands("undone")}
            AND (undone.detail = '{}' OR undone.detail->>'judgement' = audit_event.detail->>'judgement')))),
    ${forgottenIn(stands)}
    SELECT run.id AS run_id FROM run
    WHERE ${within} AND (
      EXISTS (SELECT FROM review_case WHERE review_case.run_id = run.id
        AND (review_case.conversation_id <> run.conversation_id OR NOT EXISTS (SELECT FROM review_reason WHERE run_id = run.id)))
      OR (EXISTS (SELECT FROM review_reason WHERE run_id = run.id UNION ALL SELECT ${VERDICT} UNION ALL SELECT ${COMMENT})
        AND NOT EXISTS (SELECT FROM review_case WHERE run_id = run.id))
      OR EXISTS (SELECT ${CONTEST} AND NOT EXISTS (
        SELECT ${ofRun} AND (${isBlank("answer.contested")} OR (${IS_CONTEST}))))
      OR EXISTS (SELECT ${QUEUED} AND NOT EXISTS (
        SELECT ${ofRun} AND (${isBlank("review.queued")} OR (${IS_QUEUED}))))
      OR EXISTS (SELECT ${APPEAL} AND NOT EXISTS (
        SELECT ${ofRun} AND (${isBlank("answer.appealed")} OR (${IS_APPEAL}))))
      OR EXISTS (SELECT ${VERDICT} AND NOT EXISTS (
        SELECT ${ofRun} AND (${isBlank("review.judged")} OR (${IS_VERDICT}))))
      OR EXISTS (SELECT ${ofRun} AND said.action = 'answer.contested' AND said.detail <> '{}'
        AND NOT EXISTS (SELECT ${CONTEST} AND ${IS_CONTEST}))
      OR EXISTS (SELECT ${ofRun} AND said.action = 'review.queued' AND said.detail <> '{}'
        AND NOT EXISTS (SELECT ${QUEUED} AND ${IS_QUEUED}))
      OR EXISTS (SELECT ${ofRun} AND said.action = 'answer.appealed' AND said.detail <> '{}'
        AND NOT EXISTS (SELECT ${APPEAL} AND ${IS_APPEAL}))
      OR EXISTS (SELECT FROM forgotten_run WHERE run_id = run.id AND conversation_id <> run.conversation_id)
      OR EXISTS (SELECT FROM forgotten_run WHERE run_id = run.id)
        <> EXISTS (SELECT ${ofRun} AND said.action = 'exchange.forgotten')
      OR EXISTS (SELECT ${ofRun} AND said.action = 'review.judged' AND said.detail <> '{}'
        AND NOT EXISTS (SELECT ${VERDICT} AND ${IS_VERDICT}))
      OR EXISTS (SELECT ${COMMENT} AND NOT EXISTS (
        SELECT ${ofRun} AND (${isBlank("review.commented")} OR (${IS_COMMENT}))))
      OR EXISTS (SELECT ${ofRun} AND said.action = 'review.commented' AND said.detail <> '{}'
        AND NOT EXISTS (SELECT ${COMMENT} AND ${IS_COMMENT})))
    ORDER BY run.id LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ run_id: runId }) => foundAt("review-edited", { runId }));
}

/** An account that is gone leaves a version without a maker. */
const IS_VERSION = sql`said.detail->>'version' = rule.version::text
  AND said.detail->>'name' = rule.name AND said.detail->>'kind' = rule.kind
  AND said.detail->'threshold' = rule.threshold
  AND said.detail->>'severity' = rule.severity::text AND said.detail->>'judges' = rule.judges::text
  AND said.detail->>'isOn' = rule.is_on::text
  AND said.detail->>'keySha256' IS NOT DISTINCT FROM ${sha256Of(sql.ref("rule.key"))}
  AND (rule.made_by IS NOT DISTINCT FROM said.actor_id OR (rule.made_by IS NULL
    AND NOT EXISTS (SELECT FROM "user" WHERE "user".id = said.actor_id)))`;

/** Versions that are otherwise than recorded, without a row, or gone; or that have ended without a row, or with one have not. */
export async function findEditedRules(executor: Kysely<Database>): Promise<Found[]> {
  const stands = await readStanding(executor);
  const of = (action: string) => sql`SELECT FROM said WHERE said.action = ${action}
    AND said.target = 'rule:' || rule.id`;
  const { rows } = await sql<{ name: string }>`
    WITH said AS MATERIALIZED (
      SELECT target, action, actor_id, detail FROM audit_event
      WHERE action IN ('review.rule-changed', 'review.rule-ended') AND ${stands("audit_event")})
    SELECT 'rule:' || rule.id AS name FROM review_rule AS rule
    WHERE NOT EXISTS (${of("review.rule-changed")} AND ${IS_VERSION})
      OR (rule.ended_at IS NOT NULL) <> EXISTS (${of("review.rule-ended")}
        AND said.detail->>'version' = rule.version::text)
    UNION
    SELECT said.target FROM said WHERE said.action = 'review.rule-changed' AND NOT EXISTS (
      SELECT FROM review_rule AS rule WHERE said.target = 'rule:' || rule.id AND ${IS_VERSION})
    ORDER BY 1 LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ name }) =>
    foundAt("rule-edited", { name: name.slice(0, FOREIGN_NAME_MAX_CHARS) }),
  );
}

/**
 * Whether the application created a run, by its MAC, and since when each run has one. A run without is of an earlier version
 * only where the trail says so.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isSignedRun, type RunFacts } from "../../../audit/crypto/run-mac.ts";
import { AUDIT_DETAILS } from "../../../contracts/audit/audit-event.ts";
import { processSlot } from "../../../env/process-wide.ts";
import type { Database } from "../../client.ts";
import { uuids } from "../../typed-sql.ts";
import { isOwnRow, ownRows } from "../own-rows.ts";
import { rowKeys } from "../trail-keys.ts";

/** What the trail says of runs from before each of them had a MAC. */
export type RunsSigned = {
  /** Place of the row that says so; null where the trail has none from before. */
  place: number | null;
  /** Runs that ended before ends were on record: how many, and the SHA-256 over their ids. */
  earlier: EarlierRuns;
  /** Ids of the runs without a MAC that went on at that time. */
  unbegun: readonly string[];
};

export type EarlierRuns = { rows: number; sha256: string };

const known = processSlot<RunsSigned>("runs-signed");

/** @returns null while a run may lack its MAC */
export async function readRunsSigned(executor: Kysely<Database>): Promise<RunsSigned | null> {
  known.value ??= (await readSaid(executor)) ?? undefined;
  return known.value ?? null;
}

/** By the row that says so (`trail.signed`), or by the first run of the trail that ended, if that one had a MAC. */
export async function readSaid(executor: Kysely<Database>): Promise<RunsSigned | null> {
  const rows = executor.selectFrom("audit_event").selectAll().where(sql<boolean>`place >= 0`);
  const said = await rows.where("action", "=", "trail.signed").orderBy("place").execute();
  for (const row of said) {
    const { what, runs, unbegun } = Object(row.detail) as Said;
    if (what === "runs" && runs && unbegun && (await isOwnRow(row, executor)))
      return { place: Number(row.place), earlier: runs, unbegun };
  }
  const [first] = await rows.where("action", "=", "run.ended").orderBy("place").limit(1).execute();
  const { log } = Object(first?.detail) as { log?: { begun?: boolean } };
  if (!first || log?.begun !== true || !(await isOwnRow(first, executor))) return null;
  return { place: null, earlier: { rows: 0, sha256: "" }, unbegun: [] };
}

type Said = { what?: string; runs?: EarlierRuns; unbegun?: string[] };

/** The ids that the row of an erasure names, as `erased.id`. */
export const ERASED_IDS = sql`jsonb_array_elements_text(
  CASE jsonb_typeof(detail->'runIds') WHEN 'array' THEN detail->'runIds' ELSE '[]' END) AS erased (id)`;

/**
 * Runs that have ended and have no row that says so.
 * @param behind runs that were erased behind this place, and not before, count as if they were there
 */
export async function digestEarlierRuns(
  executor: Kysely<Database>,
  behind = Number.MAX_SAFE_INTEGER,
): Promise<EarlierRuns> {
  const { rows } = await sql<EarlierRuns>`
    SELECT count(*)::int AS rows,
      encode(sha256(convert_to(coalesce(string_agg(id, ',' ORDER BY id COLLATE "C"), ''), 'UTF8')), 'hex') AS sha256
    FROM (
      SELECT id::text FROM run WHERE status <> 'running'
      UNION (SELECT erased.id FROM audit_event CROSS JOIN LATERAL ${ERASED_IDS}
        WHERE action = 'conversation.erased'
        GROUP BY erased.id HAVING bool_and(place IS NULL OR place > ${behind}::bigint))) AS run
    WHERE NOT EXISTS (
      SELECT FROM audit_event AS ended WHERE ended.run_id::text = run.id AND ended.action = 'run.ended')`.execute(
    executor,
  );
  return rows[0] ?? { rows: 0, sha256: "" };
}

/** For the row that says so: the runs that go on without a MAC. */
export async function findUnbegun(executor: Kysely<Database>): Promise<string[]> {
  const rows = await executor
    .selectFrom("run")
    .select("id")
    .where("status", "=", "running")
    .where("mac", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

type Begin = { id: string; conversation_id: string; mac: Buffer | null; facts: RunFacts };

const begins = (within: RawBuilder<unknown>) => sql<Begin>`
  SELECT run.id, run.conversation_id, run.mac, json_build_object(
    'runId', run.id, 'userId', run.user_id, 'conversationId', run.conversation_id,
    'userMessageId', question.id, 'answerMessageId', answer.id,
    'questionSha256', encode(sha256(convert_to(question.content, 'UTF8')), 'hex'), 'pasted', question.pasted,
    'place', json_build_object('parentId', question.parent_id, 'questionOrdinal', question.ordinal,
      'questionBranch', question.branch, 'answerOrdinal', answer.ordinal, 'answerBranch', answer.branch)) AS facts
  FROM run
    LEFT JOIN message AS question ON question.id = run.user_message_id AND question.role = 'user'
      AND question.conversation_id = run.conversation_id
    LEFT JOIN message AS answer ON answer.id = run.answer_message_id AND answer.role = 'assistant'
      AND answer.conversation_id = run.conversation_id AND answer.parent_id = question.id
  WHERE ${within}`;

/** True: the application created it. False: it did not. Null: a version did that signed no runs. */
function judge({ id, mac, facts }: Begin, signed: RunsSigned | null): boolean | null {
  if (mac) return isSignedRun(rowKeys(), facts, mac);
  return signed === null || signed.unbegun.includes(id) ? null : false;
}

/** @returns as `judge` does; false also of a run that is not there */
export async function isBegunByUs(
  executor: Kysely<Database>,
  runId: string,
): Promise<boolean | null> {
  const { rows } = await begins(sql`run.id = ${runId}::uuid`).execute(executor);
  const signed = await readRunsSigned(executor);
  return rows[0] ? judge(rows[0], signed) : false;
}

/**
 * Runs that a restored backup did not have to their end, by rows of ours, that are there and that the application did not create
 * as they stand. One that ended before runs had MACs may have none.
 * @param within a condition on `run`
 */
export async function findForgedRestored(
  executor: Kysely<Database>,
  within: RawBuilder<unknown>,
): Promise<string[]> {
  const restored = await executor
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "=", "backup.restored")
    .execute();
  const named = (await ownRows(restored, executor)).flatMap(
    ({ detail }) => AUDIT_DETAILS["backup.restored"].safeParse(detail).data?.runIds ?? [],
  );
  if (named.length === 0) return [];
  const signed = await readRunsSigned(executor);
  const mayLackMac = sql`run.mac IS NULL AND EXISTS (
    SELECT FROM audit_event AS ended WHERE ended.run_id = run.id AND ended.action = 'run.ended'
      AND ended.place < ${signed?.place ?? -1}::bigint AND ended.detail->'log'->>'begun' IS DISTINCT FROM 'true')`;
  const { rows } = await begins(
    sql`run.id = ANY(${uuids(named)}) AND NOT (${mayLackMac}) AND ${within}`,
  ).execute(executor);
  return rows.filter((row) => judge(row, signed) === false).map(({ id }) => id);
}

/** The conversations of runs that go on and that the application did not create. @param within a condition on `run` */
export async function findForgedBegins(
  executor: Kysely<Database>,
  within: RawBuilder<unknown>,
): Promise<string[]> {
  const signed = await readRunsSigned(executor);
  const { rows } = await begins(sql`run.status = 'running' AND ${within}`).execute(executor);
  const forged = rows.filter((row) => judge(row, signed) === false);
  return [...new Set(forged.map(({ conversation_id: id }) => id))];
}

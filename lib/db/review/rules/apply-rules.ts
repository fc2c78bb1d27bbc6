/**
 * Makes cases of runs by rules. The trail is the queue: its places have no gaps and never change, so that the last place that
 * was looked at says what is left, on every instance and behind a restart.
 */
import "server-only";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isInSample } from "../../../audit/bundle/sample.ts";
import type { AuditAction } from "../../../contracts/audit/audit-event.ts";
import { type RuleKind, RuleTest } from "../../../contracts/inspector/review/review-rule.ts";
import { log } from "../../../log/log.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { RULES_BATCH_ROWS } from "../../limits.ts";
import { columnsOf, table, uuids } from "../../typed-sql.ts";
import { queueRun } from "./queue-run.ts";
import { findingOf } from "./rule-conditions.ts";

/** What happened to a run, by its place in the trail. */
type Happened = { place: number; action: string; runId: string };

type RuleInForce = {
  id: string;
  version: number;
  test: RuleTest;
  severity: number;
  judges: number;
  key: Uint8Array | null;
  /** From its own row of the trail to that of the next version. */
  from: number;
  before: number;
};

type FoundRun = { id: string; conversation_id: string; figure: string };

/**
 * Looks at the next rows of the trail, in one transaction with the cases that come of them.
 * @returns whether more may be waiting; false also where another instance is at it
 */
export function applyRules(batchRows = RULES_BATCH_ROWS): Promise<boolean> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const progress = await transaction
        .selectFrom("review_progress")
        .select("place")
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!progress) return false;
      const rows = await transaction
        .selectFrom("audit_event")
        .select(["place", "action", "run_id"])
        .where("place", ">", progress.place)
        .orderBy("place")
        .limit(batchRows)
        .execute();
      const last = rows.at(-1)?.place;
      if (last === undefined || last === null) return false;
      const happened = rows.flatMap(({ place, action, run_id: runId }) =>
        runId === null ? [] : { place: Number(place), action, runId },
      );
      for (const rule of await readRules(transaction)) await applyRule(transaction, rule, happened);
      await transaction.updateTable("review_progress").set({ place: last }).execute();
      return rows.length === batchRows;
    });
}

/** When a rule of a kind looks at a run; the others do once it has ended. */
const WHEN: Partial<Record<RuleKind, AuditAction>> = {
  "thumbs-down": "feedback.given",
  declined: "approval.decided",
};

async function applyRule(
  transaction: DatabaseTransaction,
  rule: RuleInForce,
  happened: readonly Happened[],
): Promise<void> {
  const { test } = rule;
  const when = WHEN[test.kind] ?? "run.ended";
  const runIds = happened
    .filter(({ action, place }) => action === when && place > rule.from && place < rule.before)
    .map(({ runId }) => runId)
    .filter((runId) => test.kind !== "random" || isSampled(rule, runId, test.percent));
  if (runIds.length === 0) return;
  const found = await findRuns(transaction, test, runIds);
  const room =
    test.kind === "first-runs" ? test.runs - (await countFound(transaction, rule.id, test)) : null;
  for (const { id: runId, conversation_id: conversationId, figure } of inRoom(found, room)) {
    await queueRun(transaction, {
      actorId: null,
      runId,
      conversationId,
      kind: test.kind,
      figure,
      rule,
      severity: rule.severity,
      judges: rule.judges,
    });
  }
}

const isSampled = ({ key }: RuleInForce, runId: string, percent: number) =>
  key !== null && isInSample(key, runId, percent);

const inRoom = (found: readonly FoundRun[], room: number | null) =>
  room === null ? found : found.slice(0, Math.max(0, room));

const run = columnsOf("run");

/** Those of them that the rule means, the first one first. What its person has deleted is not looked at. */
async function findRuns(
  transaction: DatabaseTransaction,
  test: RuleTest,
  runIds: readonly string[],
): Promise<FoundRun[]> {
  const { condition, figure } = findingOf(test);
  const ids: RawBuilder<SqlBool> = sql`${run("id")} = ANY(${uuids(runIds)})`;
  const { rows } = await sql<FoundRun>`
    SELECT ${run("id")}, ${run("conversation_id")}, ${figure} AS figure FROM ${table("run")}
    WHERE ${ids} AND ${run("status")} <> 'running' AND ${condition} AND NOT EXISTS (
      SELECT FROM conversation WHERE conversation.id = ${run("conversation_id")} AND deleted_at IS NOT NULL)
    ORDER BY array_position(${uuids(runIds)}, ${run("id")})`.execute(transaction);
  return rows;
}

type FirstRuns = Extract<RuleTest, { kind: "first-runs" }>;

/** By all versions of the rule that look for the runs of the same agent or prompt. */
async function countFound(
  transaction: DatabaseTransaction,
  ruleId: string,
  { of, name }: FirstRuns,
): Promise<number> {
  const { found } = await transaction
    .selectFrom("review_reason")
    .innerJoin("review_rule", (join) =>
      join
        .onRef("review_rule.id", "=", "review_reason.rule_id")
        .onRef("review_rule.version", "=", "review_reason.rule_version"),
    )
    .select(({ fn }) => fn.countAll<string>().as("found"))
    .where("review_reason.rule_id", "=", ruleId)
    .where(sql<boolean>`review_rule.threshold @> ${JSON.stringify({ of, name })}::jsonb`)
    .executeTakeFirstOrThrow();
  return Number(found);
}

/** Versions that are on, or were. One whose row of the trail is not sealed yet is not in force yet. */
async function readRules(transaction: DatabaseTransaction): Promise<RuleInForce[]> {
  const placeOf = (version: RawBuilder<unknown>) => sql`(
    SELECT min(place) FROM audit_event WHERE target = 'rule:' || review_rule.id
      AND action = 'review.rule-changed' AND detail->>'version' = (${version})::text)`;
  const { rows } = await sql<RuleRow>`
    SELECT id, version, kind, threshold, severity, judges, key,
      ${placeOf(sql`review_rule.version`)}::float8 AS from_place, ${placeOf(sql`review_rule.version + 1`)}::float8 AS before_place
    FROM review_rule WHERE is_on ORDER BY id, version`.execute(transaction);
  return rows.flatMap(({ from_place: from, before_place: before, kind, threshold, ...rule }) => {
    if (from === null) return [];
    const test = RuleTest.safeParse({ kind, ...Object(threshold) });
    if (test.success)
      return { ...rule, test: test.data, from, before: before ?? Number.POSITIVE_INFINITY };
    log().warn({ rule: rule.id }, "a review rule could not be read");
    return [];
  });
}

type RuleRow = Omit<RuleInForce, "test" | "from" | "before"> & {
  kind: string;
  threshold: unknown;
  from_place: number | null;
  before_place: number | null;
};

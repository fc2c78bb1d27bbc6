/** The rules with their versions, and what a rule would have found. A key is never read. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan, can } from "../../../access/assert-can.ts";
import {
  type ReviewRule,
  type ReviewRules,
  RuleContent,
  type RuleTest,
  type RuleTried,
  type RuleVersion,
} from "../../../contracts/inspector/review/review-rule.ts";
import { settings } from "../../../env/settings.ts";
import { shareWork } from "../../../gate/shared-work.ts";
import { kysely } from "../../client.ts";
import { RULE_TRIED_DAYS } from "../../limits.ts";
import { columnsOf, table } from "../../typed-sql.ts";
import { findingOf } from "./rule-conditions.ts";

/** @throws AppError `forbidden` without `review:judge` */
export async function listRules(actor: Actor): Promise<ReviewRules> {
  assertCan(actor, "review:judge");
  const rows = await kysely()
    .selectFrom("review_rule")
    .leftJoin("user", "user.id", "review_rule.made_by")
    .select(["review_rule.id", "version", "review_rule.name", "kind", "threshold", "severity"])
    .select(["judges", "is_on", "at", "ended_at", "user.name as maker"])
    .select(({ selectFrom, ref, fn }) =>
      selectFrom("review_reason")
        .select(fn.countAll<string>().as("found"))
        .where("review_reason.rule_id", "=", ref("review_rule.id"))
        .where("review_reason.rule_version", "=", ref("review_rule.version"))
        .as("found"),
    )
    .orderBy("review_rule.version", "desc")
    .execute();
  const rules = new Map<string, RuleVersion[]>();
  for (const { id, ...row } of rows) {
    const version = toVersion(row);
    if (version) rules.set(id, [...(rules.get(id) ?? []), version]);
  }
  return {
    rules: [...rules].map(([id, versions]) => ({ id, versions })).sort(byName),
    mayManage: can(actor, "review:manage"),
    currency: settings().PRICE_CURRENCY,
  };
}

const nameOf = ({ versions }: ReviewRule) => versions[0]?.name ?? "";
const byName = (one: ReviewRule, other: ReviewRule) => nameOf(one).localeCompare(nameOf(other));

type RuleRow = {
  version: number;
  name: string;
  kind: string;
  threshold: unknown;
  severity: number;
  judges: number;
  is_on: boolean;
  at: Date;
  ended_at: Date | null;
  maker: string | null;
  found: string | null;
};

/** @returns null of what nobody here wrote, which the full check finds */
function toVersion(row: RuleRow): RuleVersion | null {
  const { version, name, kind, threshold, severity, judges, is_on: isOn, maker } = row;
  const test = { kind, ...Object(threshold) };
  const content = RuleContent.safeParse({ name, test, severity, judges, isOn });
  if (!content.success) return null;
  return {
    ...content.data,
    version,
    madeBy: maker,
    at: row.at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    found: Number(row.found),
  };
}

const run = columnsOf("run");

/**
 * Nothing is saved.
 * @throws AppError `forbidden` without `review:manage`, `too-much-at-once`
 */
export async function tryRule(actor: Actor, test: RuleTest): Promise<RuleTried> {
  assertCan(actor, "review:manage");
  // The logs of a month are too many to be looked through.
  const isInLogs = test.kind === "first-runs" && test.of === "prompt";
  const condition = isInLogs ? sql`false` : findingOf(test).condition;
  const { rows } = await shareWork("search", { person: actor.userId }, () =>
    sql<{ runs: number; found: number }>`
      SELECT count(*)::int AS runs, (count(*) FILTER (WHERE ${condition}))::int AS found
      FROM ${table("run")} WHERE ${run("status")} <> 'running'
        AND ${run("started_at")} >= now() - make_interval(days => ${RULE_TRIED_DAYS}::int)`.execute(
      kysely(),
    ),
  );
  const { runs, found } = rows[0] ?? { runs: 0, found: 0 };
  return { days: RULE_TRIED_DAYS, runs, found: isInLogs ? null : expected(test, runs, found) };
}

function expected(test: RuleTest, runs: number, found: number): number {
  if (test.kind === "random") return Math.round((runs * test.percent) / 100);
  return test.kind === "first-runs" ? Math.min(test.runs, found) : found;
}

/** What a rule finds, as a condition on a row `run` that has ended, and the figure that a case says it by. */
import "server-only";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { RuleTest } from "../../../contracts/inspector/review/review-rule.ts";
import { settings } from "../../../env/settings.ts";
import { columnsOf, table } from "../../typed-sql.ts";

const run = columnsOf("run");
const score = columnsOf("run_score");
const feedback = columnsOf("feedback");
const approval = columnsOf("approval");
const row = columnsOf("audit_event");
const event = columnsOf("log_event", "e");

export type Finding = { condition: RawBuilder<SqlBool>; figure: RawBuilder<string> };

/** Reasons of an end that leave an answer cut off. */
const CUT_OFF = ["answer-truncated", "answer-incomplete", "model-cut-off", "service-cut-off"];

/** `first-runs` is without its number, which earlier runs decide; `random` finds all runs, since its key decides. */
export function findingOf(test: RuleTest): Finding {
  switch (test.kind) {
    case "thumbs-down":
      return {
        condition: sql`EXISTS (SELECT FROM ${table("feedback")}
          WHERE ${feedback("answer_message_id")} = ${run("answer_message_id")} AND ${feedback("verdict")} = 'down'
            AND ${test.withWords ? sql`${feedback("words")} <> ''` : sql`true`})`,
        figure: sql`''`,
      };
    case "deviation": {
      const deviation = sql`(SELECT ${score("deviation")} FROM ${table("run_score")} WHERE ${score("run_id")} = ${run("id")})`;
      return {
        condition: sql`${deviation} > ${test.above}::float8`,
        figure: sql`round(${deviation}::numeric, 2)::text`,
      };
    }
    case "denied":
      return { condition: sql`${run("policy_outcome")} = 'deny'`, figure: sql`''` };
    case "declined":
      return {
        condition: sql`EXISTS (SELECT FROM ${table("approval")}
          WHERE ${approval("run_id")} = ${run("id")} AND ${approval("status")} = 'declined')`,
        figure: sql`''`,
      };
    case "violation": {
      const violations = sql`(SELECT count(*) FROM ${table("audit_event")}
        WHERE ${row("run_id")} = ${run("id")} AND ${row("action")} = 'policy.violated')`;
      return { condition: sql`${violations} > 0`, figure: sql`${violations}::text` };
    }
    case "finding": {
      const tags = sql`${test.codes.map((code) => `deviation:${code}`)}::text[]`;
      return {
        condition: sql`${run("tags")} && ${tags}`,
        figure: sql`array_to_string(ARRAY(SELECT substr(tag, 11) FROM unnest(${run("tags")}) AS tag
          WHERE tag = ANY(${tags}) ORDER BY tag), ',')`,
      };
    }
    case "ended":
      return {
        condition: sql`(${run("status")} = ANY(${test.ends}::text[]) ${
          test.ends.includes("cut-off") ? sql`OR ${run("reason")} = ANY(${CUT_OFF}::text[])` : sql``
        })`,
        figure: sql`${run("status")}`,
      };
    case "cost":
      return {
        condition: sql`${run("cost")} > ${test.above}::float8`,
        figure: sql`round(${run("cost")}::numeric, 4)::text || ' ' || ${settings().PRICE_CURRENCY}::text`,
      };
    case "time": {
      const seconds = sql`extract(epoch FROM ${run("ended_at")} - ${run("started_at")})`;
      return {
        condition: sql`${seconds} > ${test.aboveSeconds}::float8`,
        figure: sql`round(${seconds}::numeric, 1)::text`,
      };
    }
    case "first-runs":
      return {
        condition: test.of === "agent" ? hasAgent(test.name) : hasPrompt(test.name),
        figure: sql`''`,
      };
    case "random":
      return { condition: sql`true`, figure: sql`${String(test.percent)}::text` };
  }
}

const hasAgent = (name: string) => sql<SqlBool>`${run("tags")} @> ARRAY[${`agent:${name}`}::text]`;

/** By the manifests of the run's own model calls. */
const hasPrompt = (name: string) => sql<SqlBool>`EXISTS (SELECT FROM ${table("log_event")} AS e
  WHERE ${event("run_id")} = ${run("id")} AND ${event("type")} = 'model.called'
    AND ${event("payload")} @> ${JSON.stringify({ manifest: { segments: [{ source: `prompt:${name}` }] } })}::jsonb)`;

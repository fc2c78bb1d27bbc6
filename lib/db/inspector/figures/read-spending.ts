/** Reads what people spent on models: by day, person, agent and model, and against the budgets. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type {
  InspectedBudget,
  SpendingOverview,
  SpendingPart,
  SpendingQuery,
  SpendingRange,
} from "../../../contracts/inspector/spending-overview.ts";
import { type Settings, settings } from "../../../env/settings.ts";
import { kysely } from "../../client.ts";
import { FIRST_OF_MONTH, TODAY } from "../../limits/run-limits.ts";
import { SPENDING_PEOPLE_MAX } from "../../limits.ts";
import { columnsOf, table } from "../../typed-sql.ts";
import { recordListRead } from "../record-reads.ts";

const DAYS: Record<SpendingRange, number> = { "1d": 1, "7d": 7, "30d": 30, "90d": 90 };

const spending = columnsOf("spending");

/**
 * Audited before anything is read, once a minute.
 * @throws AppError `forbidden` without `run:list`; `audit-unavailable`
 */
export async function readSpending(
  actor: Actor,
  { range }: SpendingQuery,
  now = new Date(),
): Promise<SpendingOverview> {
  assertCan(actor, "run:list");
  await recordListRead(actor, "spending.read");
  const chosen = settings();
  const days = listDays(DAYS[range], now);
  const [rows, budgets] = await Promise.all([
    selectParts(days[0] ?? "", days.at(-1) ?? ""),
    readBudgets(chosen),
  ]);
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind).map(toPart);
  const byDay = new Map(of("day").map((part) => [part.key, part]));
  const people = of("person");
  const [total = emptyPart("")] = of("total");
  const { key: _key, name: _name, ...sums } = total;
  return {
    range,
    currency: chosen.PRICE_CURRENCY,
    from: days[0] ?? "",
    to: days.at(-1) ?? "",
    total: sums,
    days: days.map((day) => byDay.get(day) ?? emptyPart(day)),
    people: people.slice(0, SPENDING_PEOPLE_MAX),
    hasMorePeople: people.length > SPENDING_PEOPLE_MAX,
    agents: of("agent"),
    models: of("model"),
    budgets,
  };
}

/** The last days up to today, oldest first (UTC). */
function listDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(now);
    day.setUTCDate(day.getUTCDate() - (count - 1 - index));
    return day.toISOString().slice(0, 10);
  });
}

type Kind = "total" | "day" | "person" | "agent" | "model";
type Row = {
  kind: Kind;
  key: string | null;
  name: string | null;
  cost: number;
  estimated_cost: number;
  calls: number;
  unpriced_calls: number;
  input_tokens: number;
  output_tokens: number;
};

/** Every grouping in one pass over the rows of the days. */
async function selectParts(from: string, to: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    WITH part AS (
      SELECT CASE grouping(day, user_id, agent_id, model)
          WHEN 7 THEN 'day' WHEN 11 THEN 'person' WHEN 13 THEN 'agent' WHEN 14 THEN 'model' ELSE 'total' END AS kind,
        coalesce(day::text, user_id, agent_id, model) AS key,
        sum(cost) AS cost, sum(estimated_cost) AS estimated_cost,
        sum(calls)::float8 AS calls, sum(unpriced_calls)::float8 AS unpriced_calls,
        sum(input_tokens)::float8 AS input_tokens, sum(output_tokens)::float8 AS output_tokens
      FROM ${table("spending")}
      WHERE day BETWEEN ${from}::date AND ${to}::date
      GROUP BY GROUPING SETS ((day), (user_id), (agent_id), (model), ())
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY kind ORDER BY cost DESC, calls DESC, key) AS place FROM part
    )
    SELECT ranked.*, person.name
    FROM ranked LEFT JOIN ${table("user")} AS person ON ranked.kind = 'person' AND person.id = ranked.key
    WHERE ranked.calls IS NOT NULL AND (ranked.kind <> 'person' OR place <= ${SPENDING_PEOPLE_MAX + 1})
    ORDER BY place`.execute(kysely());
  return rows;
}

function toPart(row: Row): SpendingPart {
  return {
    key: row.key ?? "",
    name: row.name,
    cost: row.cost,
    estimatedCost: row.estimated_cost,
    calls: row.calls,
    unpricedCalls: row.unpriced_calls,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
  };
}

function emptyPart(key: string): SpendingPart {
  return {
    key,
    name: null,
    cost: 0,
    estimatedCost: 0,
    calls: 0,
    unpricedCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
  };
}

async function readBudgets(chosen: Settings): Promise<InspectedBudget[]> {
  const all = [
    ["person", "day", chosen.BUDGET_PERSON_DAY],
    ["person", "month", chosen.BUDGET_PERSON_MONTH],
    ["deployment", "day", chosen.BUDGET_DEPLOYMENT_DAY],
    ["deployment", "month", chosen.BUDGET_DEPLOYMENT_MONTH],
  ] as const;
  if (all.every(([, , limit]) => limit === undefined)) return [];
  const cost = spending("cost");
  const perPerson = kysely()
    .selectFrom("spending")
    .select([
      "user_id",
      sql<number>`coalesce(sum(${cost}) FILTER (WHERE ${spending("day")} = ${TODAY}), 0)`.as("day"),
      sql<number>`sum(${cost})`.as("month"),
    ])
    .where(sql<boolean>`${spending("day")} >= ${FIRST_OF_MONTH}`)
    .groupBy("user_id");
  const [spent] = await kysely()
    .selectFrom(perPerson.as("each"))
    .select(({ fn }) => [
      fn.coalesce(fn.max("each.day"), sql<number>`0`).as("person_day"),
      fn.coalesce(fn.max("each.month"), sql<number>`0`).as("person_month"),
      fn.coalesce(fn.sum<number>("each.day"), sql<number>`0`).as("deployment_day"),
      fn.coalesce(fn.sum<number>("each.month"), sql<number>`0`).as("deployment_month"),
    ])
    .execute();
  return all.flatMap(([scope, period, limit]) =>
    limit === undefined
      ? []
      : [{ scope, period, limit, spent: spent?.[`${scope}_${period}`] ?? 0 }],
  );
}

/** The part of a run's end that adds what it spent to its person's day. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { Spending } from "../../../contracts/run/run-spending.ts";
import { rowsFromJson } from "../../typed-sql.ts";
import type { Creator } from "./write-artifacts.ts";

export const toSpendingRow = (entry: Spending) => ({
  agent_id: entry.agentId,
  model: entry.model,
  cost: entry.cost,
  estimated_cost: entry.estimatedCost,
  calls: entry.calls,
  unpriced_calls: entry.unpricedCalls,
  input_tokens: entry.inputTokens,
  output_tokens: entry.outputTokens,
});

const TYPES = {
  ...{ agent_id: "text", model: "text", cost: "float8", estimated_cost: "float8" },
  ...{ calls: "int", unpriced_calls: "int", input_tokens: "bigint", output_tokens: "bigint" },
} as const;
const COLUMNS = Object.keys(TYPES) as (keyof typeof TYPES)[];
const FIGURES = COLUMNS.filter((column) => column !== "agent_id" && column !== "model");

export function writeSpending(creator: Creator, json: RawBuilder<string>): Creator {
  return creator.with("kept_spending", (db) =>
    db
      .insertInto("spending")
      .columns(["user_id", "day", ...COLUMNS])
      .expression(({ selectFrom }) =>
        selectFrom([rowsFromJson("spending", json, TYPES), "ended"])
          .select(({ ref }) => [
            "ended.user_id",
            sql<Date>`(${ref("ended.started_at")} AT TIME ZONE 'UTC')::date`.as("day"),
          ])
          .select(COLUMNS.map((column) => `given.${column}` as const)),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "day", "agent_id", "model"])
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(
              FIGURES.map((column) => [
                column,
                sql`${ref(`spending.${column}`)} + ${ref(`excluded.${column}`)}`,
              ]),
            ),
          ),
      ),
  );
}

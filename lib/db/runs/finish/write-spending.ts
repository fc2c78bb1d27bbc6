/** The part of a statement that adds what a run spent to its person's day. */
import "server-only";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { Spending } from "../../../contracts/run/run-spending.ts";
import type { Database } from "../../client.ts";
import { columnsOf, insertRows } from "../../typed-sql.ts";

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

const FIGURES = {
  cost: "float8",
  estimated_cost: "float8",
  calls: "int",
  unpriced_calls: "int",
  input_tokens: "bigint",
  output_tokens: "bigint",
};

/** The part `ended` of the statement says whose day it is. */
export function writeSpending(db: QueryCreator<Database>, json: RawBuilder<string>) {
  const ended = columnsOf("run", "ended");
  const types = { agent_id: "text", model: "text", ...FIGURES };
  const day = sql<Date>`(${ended("started_at")} AT TIME ZONE 'UTC')::date`;
  const more = { user_id: ended("user_id"), day };
  return insertRows(db, "spending", { json, types, rest: sql`, ended` }, more).onConflict(
    (conflict) =>
      conflict.columns(["user_id", "day", "agent_id", "model"]).doUpdateSet(({ ref }) => {
        const figures = Object.keys(FIGURES) as (keyof typeof FIGURES)[];
        const sum = (figure: keyof typeof FIGURES) =>
          sql`${ref(`spending.${figure}`)} + ${ref(`excluded.${figure}`)}`;
        return Object.fromEntries(figures.map((figure) => [figure, sum(figure)]));
      }),
  );
}

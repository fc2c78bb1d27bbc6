import "server-only";
/** SQL for the cost of a run, from the setting MODEL_PRICES and the answering model. */
import { type RawBuilder, sql } from "kysely";
import type { ModelPrices } from "../../../env/model-prices.ts";
import { settings } from "../../../env/settings.ts";
import { columnsOf } from "../../typed-sql.ts";

const run = columnsOf("run");

/** The inputs of a cost: the columns of a run, or the sums of the runs of one model. */
export type Priced = {
  model: RawBuilder<unknown>;
  /** The model's name without a date, null where it has none. Stored with the run. */
  undated: RawBuilder<unknown>;
  inputTokens: RawBuilder<unknown>;
  outputTokens: RawBuilder<unknown>;
};

const RUN: Priced = {
  model: run("model"),
  undated: run("undated_model"),
  inputTokens: run("input_tokens"),
  outputTokens: run("output_tokens"),
};

/** @returns a float8; null where the model has no price */
export function costOf(
  priced: Priced = RUN,
  prices: ModelPrices = settings().MODEL_PRICES,
): RawBuilder<number | null> {
  const models = Object.entries(prices);
  if (models.length === 0) return sql`NULL::float8`;
  const cases = sql.join(
    models.map(
      ([
        model,
        { input, output },
      ]) => sql`WHEN ${model} THEN (${priced.inputTokens} * ${input}::float8
        + ${priced.outputTokens} * ${output}::float8) / 1000000`,
    ),
    sql` `,
  );
  // A price for the dated name takes precedence over one for the plain name.
  return sql`coalesce(CASE ${priced.model} ${cases} END, CASE ${priced.undated} ${cases} END)`;
}

/**
 * A model's name without the date that providers add to it, `-2026-01-31` or `-20260131`; the same rule as in
 * `run.undated_model`.
 */
export function undatedOf(model: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`substring(${model} from '^(.+)-20(?:[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9]{6})$')`;
}

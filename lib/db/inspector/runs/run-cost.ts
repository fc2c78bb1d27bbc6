/**
 * SQL for the cost of a run: as it was stored at its end. A run of an earlier version has none, and is priced by the
 * setting MODEL_PRICES and the model that answered.
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { ModelPrices } from "../../../env/model-prices.ts";
import { settings } from "../../../env/settings.ts";
import { columnsOf } from "../../typed-sql.ts";

const run = columnsOf("run");

/** The inputs of a cost: the columns of a run, or the sums of the runs of one model. */
export type Priced = {
  /** What was stored, and its note; both null for runs of earlier versions. */
  stored: RawBuilder<number | null>;
  note: RawBuilder<string | null>;
  model: RawBuilder<unknown>;
  /** The model's name without a date, null where it has none. Stored with the run. */
  undated: RawBuilder<unknown>;
  inputTokens: RawBuilder<unknown>;
  outputTokens: RawBuilder<unknown>;
};

const RUN: Priced = {
  stored: run("cost"),
  note: run("cost_note"),
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
  if (models.length === 0) return sql`${priced.stored}`;
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
  return sql`CASE WHEN ${priced.stored} IS NULL AND ${priced.note} IS NULL
    THEN coalesce(CASE ${priced.model} ${cases} END, CASE ${priced.undated} ${cases} END)
    ELSE ${priced.stored} END`;
}

/**
 * A model's name without the date that providers add to it, `-2026-01-31` or `-20260131`; the same rule as in
 * `run.undated_model`.
 */
export function undatedOf(model: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`substring(${model} from '^(.+)-20(?:[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9]{6})$')`;
}

import "server-only";
/** What a run cost, by the setting MODEL_PRICES and the model that answered. */
import type { ModelPrices } from "../../../env/model-prices.ts";
import { settings } from "../../../env/settings.ts";
import { Prisma } from "../../generated/client.ts";

/**
 * @param row the name of rows with `model`, `input_tokens` and `output_tokens`: a run, or the sums of runs of one model
 * @param undated the model's name without a date, null where it has none; a run keeps it, as it is asked for of every run
 *   that is sorted by its cost
 * @returns a float8; null where the model has no price
 */
export function costOf(
  row = Prisma.sql`run`,
  undated = Prisma.sql`${row}.undated_model`,
  prices: ModelPrices = settings().MODEL_PRICES,
): Prisma.Sql {
  const models = Object.entries(prices);
  if (models.length === 0) return Prisma.sql`NULL::float8`;
  const priced = models.map(
    ([model, { input, output }]) => Prisma.sql`WHEN ${model} THEN
      (${row}.input_tokens * ${input}::float8 + ${row}.output_tokens * ${output}::float8) / 1000000`,
  );
  const cases = Prisma.join(priced, " ");
  // A price of the whole name goes before one of the plain name.
  return Prisma.sql`coalesce(CASE ${row}.model ${cases} END, CASE ${undated} ${cases} END)`;
}

/** A model's name without the date that providers add to it, `-2026-01-31` or `-20260131`: as `run.undated_model` is made. */
export function undatedOf(model: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`substring(${model} from '^(.+)-20(?:[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9]{6})$')`;
}

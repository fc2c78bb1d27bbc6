import "server-only";
/** What a run cost, by the setting MODEL_PRICES and the model that answered. */
import type { ModelPrices } from "../../env/model-prices.ts";
import { settings } from "../../env/settings.ts";
import { Prisma } from "../generated/client.ts";

/**
 * @param row the name of rows with `model`, `input_tokens` and `output_tokens`: a run, or the sums of runs of one model
 * @returns a float8; null where the model has no price
 */
export function costOf(
  row = Prisma.sql`run`,
  prices: ModelPrices = settings().MODEL_PRICES,
): Prisma.Sql {
  const models = Object.entries(prices);
  if (models.length === 0) return Prisma.sql`NULL::float8`;
  const priced = models.map(
    ([model, { input, output }]) => Prisma.sql`WHEN ${model} THEN
      (${row}.input_tokens * ${input}::float8 + ${row}.output_tokens * ${output}::float8) / 1000000`,
  );
  const cases = Prisma.join(priced, " ");
  // Names are taken apart only where there may be a date in them: it is done for every run that is sorted by its cost.
  return Prisma.sql`coalesce(CASE ${row}.model ${cases} END,
    CASE WHEN ${row}.model LIKE '%-20%' THEN CASE ${undated(row)} ${cases} END END)`;
}

/** A model's name without the date that providers add to it: `-2026-01-31` or `-20260131`. */
function undated(row: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN right(${row}.model, 11) LIKE '-20__-__-__' THEN left(${row}.model, -11)
  WHEN right(${row}.model, 9) LIKE '-20______' THEN left(${row}.model, -9) END`;
}

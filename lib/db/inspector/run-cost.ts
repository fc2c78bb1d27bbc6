import "server-only";
/** What a run cost, by the setting MODEL_PRICES and the model that answered. */
import type { ModelPrices } from "../../env/model-prices.ts";
import { settings } from "../../env/settings.ts";
import { Prisma } from "../generated/client.ts";

/** A model's name without the date that providers add to it: `-2026-01-31` or `-20260131`. */
const UNDATED = Prisma.sql`CASE WHEN run.model LIKE '%-20__-__-__' THEN left(run.model, -11)
  WHEN run.model LIKE '%-20______' THEN left(run.model, -9) END`;

/** A float8 of a row of `run`; null where the model has no price. */
export function costOfRun(prices: ModelPrices = settings().MODEL_PRICES): Prisma.Sql {
  const models = Object.entries(prices);
  if (models.length === 0) return Prisma.sql`NULL::float8`;
  const priced = models.map(
    ([model, { input, output }]) => Prisma.sql`WHEN ${model} THEN
      (run.input_tokens * ${input}::float8 + run.output_tokens * ${output}::float8) / 1000000`,
  );
  const cases = Prisma.join(priced, " ");
  return Prisma.sql`coalesce(CASE run.model ${cases} END, CASE ${UNDATED} ${cases} END)`;
}

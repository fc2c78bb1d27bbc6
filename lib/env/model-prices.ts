/**
 * The setting MODEL_PRICES: a JSON object of `{"<model>": {"input", "output"}}`, each per million tokens, in
 * PRICE_CURRENCY. A model's dated name (`gpt-5-mini-2025-08-07`) has the price of the plain one.
 */
import { z } from "zod";
import { readJsonSetting } from "./mcp-servers.ts";

const price = z.number().nonnegative().max(1_000_000);

export const ModelPrices = z
  .string()
  .default("{}")
  .transform(readJsonSetting)
  .pipe(z.record(z.string().min(1).max(200), z.strictObject({ input: price, output: price })));
export type ModelPrices = z.infer<typeof ModelPrices>;
export type ModelPrice = ModelPrices[string];

/** The date that providers add to a model's name: `-2026-01-31` or `-20260131`. */
const DATE = /-20(?:\d{2}-\d{2}-\d{2}|\d{6})$/;

/** A price for the dated name takes precedence over one for the plain name. */
export function priceIn(prices: ModelPrices, model: string): ModelPrice | undefined {
  const own = (name: string) => (Object.hasOwn(prices, name) ? prices[name] : undefined);
  return own(model) ?? own(model.replace(DATE, ""));
}

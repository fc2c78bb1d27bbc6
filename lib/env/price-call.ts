/** The cost of one model call, by the setting MODEL_PRICES. */
import type { ModelPrices } from "./model-prices.ts";
import { settings } from "./settings.ts";

/** The date that providers add to a model's name: `-2026-01-31` or `-20260131`. */
const DATE = /-20(?:\d{2}-\d{2}-\d{2}|\d{6})$/;

/** @returns null where the model has no price, or no usage was reported: a call that was cut is not free */
export function costOfCall(
  {
    model,
    inputTokens,
    outputTokens,
  }: { model: string; inputTokens: number; outputTokens: number },
  prices: ModelPrices = settings().MODEL_PRICES,
): number | null {
  const own = (name: string) => (Object.hasOwn(prices, name) ? prices[name] : undefined);
  const price = own(model) ?? own(model.replace(DATE, ""));
  if (!price || inputTokens + outputTokens === 0) return null;
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

/** The cost of a model call whose log does not have it, by the setting MODEL_PRICES of now. */
import "server-only";
import { type ModelPrices, priceIn } from "../../env/model-prices.ts";
import { settings } from "../../env/settings.ts";

/** @returns null where the model has no price, or no usage was reported: a call that was cut is not free */
export function costOfCall(
  {
    model,
    inputTokens,
    outputTokens,
  }: { model: string; inputTokens: number; outputTokens: number },
  prices: ModelPrices = settings().MODEL_PRICES,
): number | null {
  const price = priceIn(prices, model);
  if (!price || inputTokens + outputTokens === 0) return null;
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

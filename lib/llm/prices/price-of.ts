/** The price of a model: of its connection, of the settings, as its server publishes it, or of the preset. */
import "server-only";
import type { CostUnknown } from "../../contracts/model/call-cost.ts";
import type { ProviderId } from "../../contracts/model/provider.ts";
import { type ModelPrice, type ModelPrices, priceIn } from "../../env/model-prices.ts";
import { settings } from "../../env/settings.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { publishedPrice } from "./published-prices.ts";

// List prices that come with the presets, in USD per million tokens: standard processing, text, without cached input.
// OpenAI: https://developers.openai.com/api/docs/pricing, as of November 2026.

const PRESET_CURRENCY = "USD";
const PRESET_PRICES: Partial<Record<ProviderId, ModelPrices>> = {
  openai: {
    "gpt-5.4": { input: 2.5, output: 15 },
    "gpt-5.2": { input: 1.75, output: 14 },
    "gpt-5.1": { input: 1.25, output: 10 },
    "gpt-5": { input: 1.25, output: 10 },
    "gpt-5-mini": { input: 0.25, output: 2 },
    "gpt-4.1": { input: 2, output: 8 },
    "gpt-4o": { input: 2.5, output: 10 },
    "gpt-4o-mini": { input: 0.15, output: 0.6 },
  },
};
/** Servers that run on the operator's own machines, where a token has no price. */
const OWN_SERVERS: ReadonlySet<ProviderId> = new Set([
  "vllm",
  "ollama",
  "lm-studio",
  "llama-cpp",
  "demo",
]);

type PriceSource = "connection" | "settings" | "published" | "preset";
export type KnownPrice =
  | { price: ModelPrice; source: PriceSource }
  | { price: null; unknown: CostUnknown };

type Deployment = { MODEL_PRICES: ModelPrices; PRICE_CURRENCY: string };

/** @param model the name that the server reports, which may have a date; default: the name that is asked for */
export function priceOf(
  connection: ModelConnection,
  model: string = connection.model,
  { MODEL_PRICES, PRICE_CURRENCY }: Deployment = settings(),
): KnownPrice {
  if (connection.price) return { price: connection.price, source: "connection" };
  const set = priceIn(MODEL_PRICES, model) ?? priceIn(MODEL_PRICES, connection.model);
  if (set) return { price: set, source: "settings" };
  const listed = publishedPrice(connection);
  const preset = PRESET_PRICES[connection.provider] ?? {};
  const price = listed ?? priceIn(preset, model) ?? priceIn(preset, connection.model);
  if (price && PRICE_CURRENCY === PRESET_CURRENCY)
    return { price, source: listed ? "published" : "preset" };
  if (price) return { price: null, unknown: "other-currency" };
  const isOwn = OWN_SERVERS.has(connection.provider);
  return { price: null, unknown: isOwn ? "own-server" : "no-price" };
}

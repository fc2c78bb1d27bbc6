/** The price of a model: of its connection, of the settings, as its server publishes it, or of the preset. */
import "server-only";
import type { CostUnknown } from "../../contracts/model/call-cost.ts";
import { type ModelPrice, type ModelPrices, priceIn } from "../../env/model-prices.ts";
import { settings } from "../../env/settings.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { OWN_SERVERS, PRESET_CURRENCY, PRESET_PRICES } from "./preset-prices.ts";
import { publishedPrice } from "./published-prices.ts";

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

/** Prices that a server publishes in its own list of models, kept in memory from the newest check. */
import "server-only";
import type { ModelPrice } from "../../env/model-prices.ts";
import { isRecord, textOf } from "../attempt/read-json.ts";
import type { ModelConnection } from "../connections/model-connection.ts";

const KEY = Symbol.for("halfsilver.published-prices");
const store = globalThis as { [KEY]?: Map<string, ModelPrice> };

function published(): Map<string, ModelPrice> {
  store[KEY] ??= new Map();
  return store[KEY];
}

const keyOf = ({ baseUrl, model }: Pick<ModelConnection, "baseUrl" | "model">) =>
  `${baseUrl} ${model}`;

/** Out of a list of models as OpenRouter answers it: `pricing.prompt` and `pricing.completion`, USD per token. */
export function notePublishedPrice(connection: ModelConnection, list: unknown): void {
  const entries = isRecord(list) && Array.isArray(list.data) ? list.data : [];
  const own = entries.find((entry) => isRecord(entry) && textOf(entry.id) === connection.model);
  const pricing = isRecord(own) && isRecord(own.pricing) ? own.pricing : null;
  const [input, output] = [perMillion(pricing?.prompt), perMillion(pricing?.completion)];
  if (input !== null && output !== null) published().set(keyOf(connection), { input, output });
}

export function publishedPrice(connection: ModelConnection): ModelPrice | undefined {
  return published().get(keyOf(connection));
}

/** @returns null for what is no price: OpenRouter writes -1 where it depends on the model that it chooses */
function perMillion(perToken: unknown): number | null {
  const price = typeof perToken === "string" ? Number.parseFloat(perToken) : perToken;
  if (typeof price !== "number" || !Number.isFinite(price) || price < 0) return null;
  return Number((price * 1_000_000).toPrecision(12));
}

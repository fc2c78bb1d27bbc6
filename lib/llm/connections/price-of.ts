/** The price of a model: of its connection, of the settings, as its server publishes it, or of the preset. */
import "server-only";
import type { CallCost, CostUnknown } from "../../contracts/model/call-cost.ts";
import type { ProviderId } from "../../contracts/model/provider.ts";
import { isRecord, textOf } from "../../contracts/read-json.ts";
import { type ModelPrice, type ModelPrices, priceIn } from "../../env/model-prices.ts";
import { processWide } from "../../env/process-wide.ts";
import { settings } from "../../env/settings.ts";
import type { AnswerDraft } from "../attempt/answer-draft.ts";
import type { CompletionBody } from "../attempt/build-completion-body.ts";
import { BYTES_PER_TOKEN } from "../limits.ts";
import type { ModelUsage } from "../model-types.ts";
import type { ModelConnection } from "./model-connection.ts";

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

const keyOf = ({ baseUrl, model }: Pick<ModelConnection, "baseUrl" | "model">) =>
  `${baseUrl} ${model}`;

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

// Prices that a server publishes in its own list of models, kept in memory from the newest check.

const published = processWide<Map<string, ModelPrice>>("published-prices", () => new Map());

/** Out of a list of models as OpenRouter answers it: `pricing.prompt` and `pricing.completion`, USD per token. */
export function notePublishedPrice(connection: ModelConnection, list: unknown): void {
  const entries = isRecord(list) && Array.isArray(list.data) ? list.data : [];
  const own = entries.find((entry) => isRecord(entry) && textOf(entry.id) === connection.model);
  const pricing = isRecord(own) && isRecord(own.pricing) ? own.pricing : null;
  const [input, output] = [perMillion(pricing?.prompt), perMillion(pricing?.completion)];
  if (input !== null && output !== null) published().set(keyOf(connection), { input, output });
}

function publishedPrice(connection: ModelConnection): ModelPrice | undefined {
  return published().get(keyOf(connection));
}

/** @returns null for what is no price: OpenRouter writes -1 where it depends on the model that it chooses */
function perMillion(perToken: unknown): number | null {
  const price = typeof perToken === "string" ? Number.parseFloat(perToken) : perToken;
  if (typeof price !== "number" || !Number.isFinite(price) || price < 0) return null;
  return Number((price * 1_000_000).toPrecision(12));
}

// The usage of a model call, estimated where its server reports none, and what the call cost.

/**
 * @param isAborted the call was cut by us: the server has begun to read the prompt, and bills it
 * @returns null where the server has answered nothing, so that nothing was used
 */
export function usageOf(
  draft: AnswerDraft,
  body: CompletionBody,
  isAborted: boolean,
): ModelUsage | null {
  const { usage, firstTokenAt } = draft;
  if (usage && usage.inputTokens + usage.outputTokens > 0) return usage;
  if (firstTokenAt === null && !isAborted) return null;
  const calls = draft.toolCalls.map((call) => call.name + call.arguments).join("");
  return {
    inputTokens: estimateTokens(JSON.stringify([body.messages, body.tools ?? []], withoutBytes)),
    outputTokens: estimateTokens(draft.text + draft.reasoning + calls),
    reasoningTokens: 0,
    isEstimated: true,
  };
}

/** A picture is billed by its size on screen, which is not known here: its bytes are not counted. */
function withoutBytes(key: string, value: unknown): unknown {
  return key === "image_url" ? "" : value;
}

/** The common rule of thumb for English; other languages have more tokens. */
function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** A call that was answered nothing costs nothing. */
export function costOfAnswer(
  connection: ModelConnection,
  model: string,
  usage: ModelUsage | null,
): CallCost {
  if (!usage) return { cost: 0 };
  const known = priceOf(connection, model || connection.model);
  if (!known.price) return { cost: null, costUnknown: known.unknown };
  const { input, output } = known.price;
  return { cost: (usage.inputTokens * input + usage.outputTokens * output) / 1_000_000 };
}

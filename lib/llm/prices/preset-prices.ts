/**
 * List prices that come with the presets, in USD per million tokens: standard processing, text, without cached input.
 * OpenAI: https://developers.openai.com/api/docs/pricing, as of November 2026.
 */
import "server-only";
import type { ProviderId } from "../../contracts/model/provider.ts";
import type { ModelPrices } from "../../env/model-prices.ts";

export const PRESET_CURRENCY = "USD";

export const PRESET_PRICES: Partial<Record<ProviderId, ModelPrices>> = {
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
export const OWN_SERVERS: ReadonlySet<ProviderId> = new Set([
  "vllm",
  "ollama",
  "lm-studio",
  "llama-cpp",
  "demo",
]);

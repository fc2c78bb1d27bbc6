/** What is known of the common models, wherever they are served. The model cards that say so are named with each. */
import "server-only";
import type { CapabilityName } from "../../contracts/model/capability.ts";
import type { ProviderId } from "../../contracts/model/provider.ts";

type ModelPreset = {
  /** Parts of a name, such as `deepseek-ai/DeepSeek-R1-Distill-Qwen-32B` or `qwq-32b-q4_k_m.gguf`. */
  recognised: RegExp;
  has: Partial<Record<CapabilityName, string>>;
};

const WRITES_THE_TAG = "the model's template writes the opening tag";

const MODEL_PRESETS: readonly ModelPreset[] = [
  // https://huggingface.co/deepseek-ai/DeepSeek-R1
  { recognised: /deepseek[-_.]?r1(?![a-z0-9])/i, has: { "opens-in-reasoning": WRITES_THE_TAG } },
  // https://huggingface.co/Qwen/QwQ-32B
  { recognised: /(^|[^a-z])qwq(?![a-z])/i, has: { "opens-in-reasoning": WRITES_THE_TAG } },
  // https://huggingface.co/Qwen/Qwen3-30B-A3B-Thinking-2507
  { recognised: /qwen3.*[-_.]thinking/i, has: { "opens-in-reasoning": WRITES_THE_TAG } },
];

/** They report reasoning apart, or open it in the text themselves. */
const SEPARATES: ReadonlySet<ProviderId> = new Set([
  "openai",
  "azure",
  "openrouter",
  "ollama",
  "demo",
]);

/** @returns capabilities by name, with the reason */
export function presetOfModel(
  model: string,
  provider: ProviderId,
): Partial<Record<CapabilityName, string>> {
  if (SEPARATES.has(provider)) return {};
  return MODEL_PRESETS.find(({ recognised }) => recognised.test(model))?.has ?? {};
}

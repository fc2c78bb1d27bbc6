/** The providers that have a preset, and which of them have an address of their own. */
import * as z from "zod/mini";

export const ProviderId = z.enum([
  "openai",
  "azure",
  "openrouter",
  "vllm",
  "ollama",
  "lm-studio",
  "llama-cpp",
  "litellm",
  "demo",
  "other",
]);
export type ProviderId = z.infer<typeof ProviderId>;

/** Their address is the deployment's own. */
export const WITHOUT_ADDRESS: ReadonlySet<ProviderId> = new Set(["azure", "demo", "other"]);

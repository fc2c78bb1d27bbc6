/** What is known of the common providers, so that most need two settings. Documentation is named with each. */
import "server-only";
import type { CapabilityName } from "../../contracts/model/capability.ts";
import { ProviderId } from "../../contracts/model/provider.ts";

export type ProviderPreset = {
  name: string;
  /** Where it listens when no address is set; null where an address is needed. */
  baseUrl: string | null;
  /** The header that carries the key; `none` where a server on one's own machine takes any. */
  authentication: "bearer" | "api-key" | "none";
  /** The environment variable that holds the key by default. */
  keyName: string;
  /** Capabilities that it is known not to have, with the reason. */
  lacks: Partial<Record<CapabilityName, string>>;
  /** Parts of a host or port by which an address is recognised. */
  recognised: RegExp | null;
  documentation: string;
};

const OWN_KEY = { authentication: "bearer", keyName: "OPENAI_API_KEY" } as const;

export const PROVIDER_PRESETS: Record<ProviderId, ProviderPreset> = {
  openai: {
    name: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    ...OWN_KEY,
    lacks: {},
    recognised: /(^|\.)api\.openai\.com$/,
    documentation: "https://platform.openai.com/docs/api-reference/chat/create",
  },
  azure: {
    name: "Azure OpenAI",
    baseUrl: null,
    authentication: "api-key",
    keyName: "AZURE_OPENAI_API_KEY",
    lacks: {},
    recognised: /\.(openai\.azure\.com|services\.ai\.azure\.com|cognitiveservices\.azure\.com)$/,
    documentation: "https://learn.microsoft.com/en-us/azure/foundry/openai/api-version-lifecycle",
  },
  openrouter: {
    name: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    authentication: "bearer",
    keyName: "OPENROUTER_API_KEY",
    lacks: {},
    recognised: /(^|\.)openrouter\.ai$/,
    documentation: "https://openrouter.ai/docs/api-reference/overview",
  },
  vllm: {
    name: "vLLM",
    baseUrl: "http://127.0.0.1:8000/v1",
    ...OWN_KEY,
    lacks: {},
    recognised: /:8000$/,
    documentation: "https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html",
  },
  ollama: {
    name: "Ollama",
    baseUrl: "http://127.0.0.1:11434/v1",
    authentication: "none",
    keyName: "OPENAI_API_KEY",
    lacks: {},
    recognised: /:11434$/,
    documentation: "https://docs.ollama.com/api/openai-compatibility",
  },
  "lm-studio": {
    name: "LM Studio",
    baseUrl: "http://127.0.0.1:1234/v1",
    authentication: "none",
    keyName: "OPENAI_API_KEY",
    lacks: {},
    recognised: /:1234$/,
    documentation: "https://lmstudio.ai/docs/developer/openai-compat",
  },
  "llama-cpp": {
    name: "llama.cpp",
    baseUrl: "http://127.0.0.1:8080/v1",
    authentication: "none",
    keyName: "OPENAI_API_KEY",
    lacks: {},
    recognised: /:8080$/,
    documentation: "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md",
  },
  litellm: {
    name: "LiteLLM",
    baseUrl: "http://127.0.0.1:4000/v1",
    authentication: "bearer",
    keyName: "LITELLM_API_KEY",
    lacks: {},
    recognised: /:4000$/,
    documentation: "https://docs.litellm.ai/docs/proxy/api_key_auth",
  },
  demo: {
    name: "Demo model",
    baseUrl: null,
    ...OWN_KEY,
    lacks: {},
    recognised: null,
    documentation: "docs/providers.md",
  },
  other: {
    name: "Another server",
    baseUrl: null,
    ...OWN_KEY,
    lacks: {},
    recognised: null,
    documentation: "docs/providers.md",
  },
};

/** The preset whose host or well-known port an address has; `other` where none has. */
export function recogniseProvider(baseUrl: string): ProviderId {
  const { hostname, host } = new URL(baseUrl);
  const found = ProviderId.options.find((id) => {
    const { recognised } = PROVIDER_PRESETS[id];
    return recognised && (recognised.test(hostname) || recognised.test(host));
  });
  return found ?? "other";
}

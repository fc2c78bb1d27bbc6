/** The SDK's client of a connection, with the platform's fetch. Its own retries and its log are switched off. */
import "server-only";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Sdk from "openai";
import type OpenAI from "openai";
import type { ModelConnection } from "./model-connection.ts";
import { PROVIDER_PRESETS } from "./provider-presets.ts";

type Reached = Pick<ModelConnection, "provider" | "baseUrl" | "apiKey" | "query" | "headers">;

/** @param ownFetch in place of the platform's: one that keeps what came */
export function createOpenAiClient(
  { provider, baseUrl, apiKey, query, headers }: Reached,
  ownFetch?: typeof fetch,
): OpenAI {
  const isHeader = PROVIDER_PRESETS[provider].authentication === "api-key";
  const { OpenAI: Client } = openAiSdk();
  return new Client({
    // The SDK wants a key even where the server takes none.
    apiKey: apiKey || "none",
    baseURL: baseUrl,
    ...(ownFetch ? { fetch: ownFetch } : {}),
    defaultQuery: { ...query },
    // `call-connection.ts` retries, because it knows whether a token has reached the person.
    maxRetries: 0,
    defaultHeaders: {
      ...headers,
      // A compressed stream arrives in blocks instead of token by token.
      "accept-encoding": "identity",
      ...(isHeader ? { authorization: null, "api-key": apiKey } : {}),
    },
    // A redirect would send the prompt to a server that is not configured.
    fetchOptions: { redirect: "manual" },
    // Its log would contain prompts, and an environment variable could turn it on.
    logLevel: "off",
  });
}

/**
 * The SDK, loaded by the first call to a model: 20 MB that a server at rest does not need.
 * Node keeps it: later calls return the same classes.
 */
export function openAiSdk(): typeof Sdk {
  return createRequire(join(process.cwd(), "package.json"))("openai") as typeof Sdk;
}

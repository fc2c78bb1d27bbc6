import "server-only";
/** The SDK's client with the platform's fetch. Its own retries and its log are switched off. */
import OpenAI from "openai";

const OPENAI_URL = "https://api.openai.com/v1";

export function createOpenAiClient(apiKey: string, baseUrl: string | undefined): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: baseUrl ?? OPENAI_URL,
    // `model-client.ts` retries, because it knows whether a token has reached the person.
    maxRetries: 0,
    // A compressed stream arrives in blocks instead of token by token.
    defaultHeaders: { "accept-encoding": "identity" },
    // A redirect would send the prompt to a server that is not configured.
    fetchOptions: { redirect: "manual" },
    // Its log would contain prompts, and an environment variable could turn it on.
    logLevel: "off",
  });
}

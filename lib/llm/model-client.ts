import "server-only";
/** The SDK's client: its retries off, its log off, its requests over our own connections. */
import OpenAI from "openai";
import { createNodeFetch } from "./node-fetch.ts";

const OPENAI_URL = "https://api.openai.com/v1";

export function createModelClient(apiKey: string, baseUrl: string | undefined): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: baseUrl ?? OPENAI_URL,
    maxRetries: 0,
    fetch: createNodeFetch(),
    // Its log would show prompts, and the environment could turn it on.
    logLevel: "off",
  });
}

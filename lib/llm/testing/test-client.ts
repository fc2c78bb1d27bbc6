/** A client for a server under test, and a request to send through it. */
import { createModelClient } from "../model-client.ts";
import type { ModelClient, ModelRequest } from "../model-types.ts";
import { createOpenAiClient } from "../openai-client.ts";

export const TEST_KEY = "key-that-no-log-may-show";

export function createTestClient(
  url: string,
  limits: { maxAttempts?: number; firstTokenTimeoutMs?: number } = {},
): ModelClient {
  return createModelClient({
    openai: createOpenAiClient(TEST_KEY, url),
    model: "test-model",
    maxAttempts: limits.maxAttempts ?? 1,
    firstTokenTimeoutMs: limits.firstTokenTimeoutMs ?? 10_000,
  });
}

export const PYTHON_TOOL: ModelRequest["tools"][number] = {
  type: "function",
  function: {
    name: "python_interpreter",
    description: "Runs Python code and returns what it prints.",
    parameters: {
      type: "object",
      properties: { code: { type: "string" } },
      required: ["code"],
      additionalProperties: false,
    },
  },
};

export function ask(content: string, overrides: Partial<ModelRequest> = {}): ModelRequest {
  const { signal } = new AbortController();
  return { messages: [{ role: "user", content }], tools: [], signal, ...overrides };
}

/** A client for a server under test, and a request to send through it. */

import { type ConnectionBreaker, createBreaker } from "../breaker/connection-breaker.ts";
import { createModelClient } from "../call-model.ts";
import { type CapabilityTable, createCapabilityTable } from "../capability-table.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import type { ModelClient, ModelRequest } from "../model-types.ts";

export const TEST_KEY = "key-that-no-log-may-show";

export function testConnection(baseUrl: string, id = "test"): ModelConnection {
  return {
    id,
    provider: "other",
    setIn: { address: "TEST_ADDRESS", model: "TEST_MODEL" },
    baseUrl,
    keyName: "TEST_KEY",
    apiKey: TEST_KEY,
    query: {},
    headers: {},
    timeouts: { firstTokenMs: null, silenceMs: null },
    headerSecrets: [],
    parameters: {},
    contextTokens: null,
    plans: true,
    model: "test-model",
    embeddingModel: "test-embeddings",
    fallback: null,
    price: null,
    places: null,
    known: {},
  };
}

/** A client with one connection, or with several of which each takes over for the one before. */
export function createTestClient(
  route: string | readonly ModelConnection[],
  limits: {
    maxAttempts?: number;
    firstTokenTimeoutMs?: number;
    table?: CapabilityTable;
    breaker?: ConnectionBreaker;
  } = {},
): ModelClient {
  const connections = typeof route === "string" ? [testConnection(route)] : route;
  return createModelClient({
    connections: { route: () => connections },
    breaker: limits.breaker ?? createBreaker(),
    table: limits.table ?? createCapabilityTable(),
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

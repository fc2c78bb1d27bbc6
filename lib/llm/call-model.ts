/** The model client of this process, created from the settings. */
import "server-only";
import { settings } from "../env/settings.ts";
import { capabilities } from "./capabilities/capability-table.ts";
import { modelConnections } from "./connections/model-connection.ts";
import { createModelClient } from "./model-client.ts";
import type { ModelClient } from "./model-types.ts";

const KEY = Symbol.for("halfsilver.model-client");
const store = globalThis as { [KEY]?: ModelClient };

/** Streams one answer. Retries only before its first token. Every outcome is a `ModelResult`. */
export const callModel: ModelClient = (request, listener) => {
  store[KEY] ??= createFromSettings();
  return store[KEY](request, listener);
};

function createFromSettings(): ModelClient {
  const chosen = settings();
  return createModelClient({
    connections: modelConnections(),
    table: capabilities(),
    maxAttempts: chosen.MODEL_MAX_ATTEMPTS,
    firstTokenTimeoutMs: chosen.MODEL_FIRST_TOKEN_TIMEOUT_MS,
  });
}

import "server-only";
/** The process's one door to the model, as the settings describe it. */
import { settings } from "../env/settings.ts";
import { createModelClient } from "./model-client.ts";
import type { ModelDoor } from "./model-types.ts";
import { openModelDoor } from "./open-model-door.ts";

const DOOR = Symbol.for("halfsilver.model-door");

/** Streams one answer; retries before its first token only. Every end is a `ModelResult`. */
export const callModel: ModelDoor = (request, listener) => modelDoor()(request, listener);

function modelDoor(): ModelDoor {
  const shared = globalThis as { [DOOR]?: ModelDoor };
  shared[DOOR] ??= openFromSettings();
  return shared[DOOR];
}

function openFromSettings(): ModelDoor {
  const chosen = settings();
  return openModelDoor({
    client: createModelClient(chosen.OPENAI_API_KEY, chosen.OPENAI_BASE_URL),
    model: chosen.OPENAI_MODEL,
    maxAttempts: chosen.MODEL_MAX_ATTEMPTS,
    firstTokenTimeoutMs: chosen.MODEL_FIRST_TOKEN_TIMEOUT_MS,
  });
}

import "server-only";
/** The name of the model, for /api/health and wherever a person could mistake the demo model for another. */
import { settings } from "../env/settings.ts";
import { modelConnections } from "./connections/model-connection.ts";
import { MODEL_CHECK_CACHED_MS, MODEL_CHECK_TIMEOUT_MS } from "./limits.ts";

export type ModelDescription = { kind: "demo" | "openai"; name: string };

export function describeModel(): ModelDescription {
  const { HALFSILVER_MODEL_KIND: kind } = settings();
  const [connection] = modelConnections().route(undefined);
  return { kind, name: kind === "demo" ? "Demo model" : (connection?.model ?? "") };
}

export type ModelState = "ok" | "away";

let check: { state: Promise<ModelState>; until: number } | undefined;

/** Checks whether the model's endpoint answers; any response counts. The result is cached for ten seconds. */
export function checkModel(): Promise<ModelState> {
  const now = performance.now();
  if (!check || check.until < now)
    check = { state: askModel(), until: now + MODEL_CHECK_CACHED_MS };
  return check.state;
}

/** Without the key: only a model call shows whether it is valid. */
async function askModel(): Promise<ModelState> {
  const [connection] = modelConnections().route(undefined);
  const base = connection?.baseUrl ?? "";
  try {
    const signal = AbortSignal.timeout(MODEL_CHECK_TIMEOUT_MS);
    const response = await fetch(`${base}/models`, { signal });
    await response.body?.cancel();
    return "ok";
  } catch {
    return "away";
  }
}

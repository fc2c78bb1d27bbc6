import "server-only";
/** Which model answers, for /api/health and wherever a person could mistake the demo model for another. */
import { settings } from "../env/settings.ts";

export type ModelDescription = { kind: "demo" | "openai"; name: string };

export function describeModel(): ModelDescription {
  const { HALFSILVER_MODEL_KIND: kind, OPENAI_MODEL } = settings();
  return { kind, name: kind === "demo" ? "Demo model" : OPENAI_MODEL };
}

export type ModelState = "ok" | "away";

const PATIENCE_MS = 2_000;
const BELIEVED_MS = 10_000;

let check: { state: Promise<ModelState>; until: number } | undefined;

/** Does anybody answer where the model should be? Any answer counts. What was found in the last ten seconds is believed. */
export function checkModel(): Promise<ModelState> {
  const now = performance.now();
  if (!check || check.until < now) check = { state: askModel(), until: now + BELIEVED_MS };
  return check.state;
}

/** Without the key: whether that is right shows when the model is asked something. */
async function askModel(): Promise<ModelState> {
  const base = settings().OPENAI_BASE_URL ?? "https://api.openai.com/v1";
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(`${base.replace(/\/$/, "")}/models`, { signal });
    await response.body?.cancel();
    return "ok";
  } catch {
    return "away";
  }
}

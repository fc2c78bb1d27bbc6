import "server-only";
/** Which model answers, for /api/health and wherever a person could mistake the demo model for another. */
import { settings } from "../env/settings.ts";

export type ModelDescription = { kind: "demo" | "openai"; name: string };

export function describeModel(): ModelDescription {
  const { HALFSILVER_MODEL_KIND: kind, OPENAI_MODEL } = settings();
  return { kind, name: kind === "demo" ? "Demo model" : OPENAI_MODEL };
}

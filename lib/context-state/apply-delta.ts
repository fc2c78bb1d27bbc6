/** The only way in which context state changes: a delta that is checked, applied by rule, and recorded. */
import { createPatch } from "rfc6902";
import { checkContext } from "./check-context.ts";
import type { ContextPatch } from "./context-patch.ts";
import type { ContextSchema } from "./context-schema.ts";
import { digestContext } from "./digest-context.ts";
import { mergeFields } from "./merge-fields.ts";
import { quotesTurn } from "./quotes-turn.ts";

export type AppliedDelta<State> = {
  ok: true;
  state: State;
  /** RFC 6902; empty where nothing changed. */
  patch: ContextPatch;
  /** Lower-case hex SHA-256 of the states before and after. */
  beforeSha256: string;
  afterSha256: string;
};
export type RefusedDelta = {
  ok: false;
  /** `verbatim`: it holds the person's turn. `over-limit`: the state would outgrow its schema. */
  reason: "state-invalid" | "delta-invalid" | "verbatim" | "over-limit";
  /** For the record, and for asking once more. Holds no content. */
  detail: string;
};

/** Texts that a delta would bring in; what it removes brings nothing in. */
function textsOf(change: unknown): string[] {
  if (typeof change === "string") return [change];
  if (typeof change !== "object" || change === null) return [];
  const entries = Object.entries(change);
  return entries.flatMap(([name, value]) => (name === "remove" ? [] : textsOf(value)));
}

/**
 * Applies a delta to a context state. Never throws; the state that came in is never changed.
 *
 * @param delta whatever the model returned
 * @param options `turnText` is what the person said in this turn
 */
export function applyDelta<State extends Record<string, unknown>>(
  state: State,
  delta: unknown,
  { turnText, schema }: { turnText: string; schema: ContextSchema<State> },
): AppliedDelta<State> | RefusedDelta {
  const before = checkContext(schema.state, state);
  if (!before.ok) return { ok: false, reason: "state-invalid", detail: before.detail };
  const change = checkContext(schema.delta, delta);
  if (!change.ok) return { ok: false, reason: "delta-invalid", detail: change.detail };
  if (quotesTurn(textsOf(change.value), turnText)) {
    return { ok: false, reason: "verbatim", detail: "it repeats the person's words" };
  }
  const isCleared = schema.clearedBy !== undefined && change.value[schema.clearedBy] === true;
  const from = isCleared ? schema.empty : before.value;
  const after = checkContext(schema.state, mergeFields(schema.rules, from, change.value));
  if (!after.ok) return { ok: false, reason: "over-limit", detail: after.detail };
  return {
    ok: true,
    state: after.value,
    patch: createPatch(before.value, after.value) as ContextPatch,
    beforeSha256: digestContext(before.value),
    afterSha256: digestContext(after.value),
  };
}

/** Masks a delta and applies it to a context state. Context state changes in no other way. */
import { hash } from "node:crypto";
import { createPatch } from "rfc6902";
import { canonicalize } from "../contracts/json/canonical-json.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import {
  type Checked,
  type ContextPatch,
  type ContextSchema,
  checkContext,
  type FieldRule,
  type ListChange,
} from "./context-schema.ts";
import { findQuotedTurn, type SaidTurn } from "./quotes-turn.ts";

export type AppliedDelta<State> = {
  ok: true;
  state: State;
  /** As it was given, masked: what may be stored of it. */
  delta: unknown;
  /** RFC 6902; empty where nothing changed. */
  patch: ContextPatch;
  /** Lower-case hex SHA-256 of the states before and after. */
  beforeSha256: string;
  afterSha256: string;
};
export type RefusedDelta = {
  ok: false;
  /** `verbatim`: it quotes a turn. `over-limit`: the new state would exceed its schema. */
  reason: "state-invalid" | "delta-invalid" | "verbatim" | "over-limit";
  /** For the run log, and for asking the model again. Contains no content. */
  detail: string;
};

const REPEATS = {
  person: "it repeats the person's words",
  assistant: "it repeats an answer",
} as const satisfies Record<SaidTurn["by"], string>;

/** The texts that a delta adds. Removed items do not count. */
function textsOf(change: unknown): string[] {
  if (typeof change === "string") return [change];
  if (typeof change !== "object" || change === null) return [];
  const entries = Object.entries(change);
  return entries.flatMap(([name, value]) => (name === "remove" ? [] : textsOf(value)));
}

type DeltaOptions<State extends Record<string, unknown>> = {
  turnText: string;
  said?: readonly SaidTurn[];
  schema: ContextSchema<State>;
};

/**
 * Applies a delta to a context state. Never throws, and does not change its input.
 *
 * @param delta unchecked: the model's output
 * @param options `turnText` is the person's message in this turn; `said` are other turns that must not be quoted
 */
export function applyDelta<State extends Record<string, unknown>>(
  state: State,
  delta: unknown,
  { turnText, said = [], schema }: DeltaOptions<State>,
): AppliedDelta<State> | RefusedDelta {
  const before = checkContext(schema.state, state);
  if (!before.ok) return { ok: false, reason: "state-invalid", detail: before.detail };
  const change = checkDelta(schema, delta);
  if (!change.ok) return { ok: false, reason: "delta-invalid", detail: change.detail };
  const quotable = schema.quotable?.(change.value) ?? change.value;
  const turns = [{ by: "person" as const, text: turnText }, ...said];
  const quoted = findQuotedTurn(textsOf(quotable), turns, schema.measure);
  if (quoted) return { ok: false, reason: "verbatim", detail: REPEATS[quoted.by] };
  const isCleared = schema.clearedBy !== undefined && change.value[schema.clearedBy] === true;
  const from = isCleared ? schema.empty : before.value;
  const merged = checkContext(schema.state, mergeFields(schema.rules, from, change.value));
  const after =
    merged.ok && schema.reconcile
      ? checkContext(schema.state, schema.reconcile(merged.value))
      : merged;
  if (!after.ok) return { ok: false, reason: "over-limit", detail: after.detail };
  return {
    ok: true,
    state: after.value,
    delta: sanitise(delta).value,
    patch: createPatch(before.value, after.value) as ContextPatch,
    beforeSha256: digestContext(before.value),
    afterSha256: digestContext(after.value),
  };
}

/** The delta by its schema and masked. What stands in place of a secret may be too long for a field. */
function checkDelta<State extends Record<string, unknown>>(
  schema: ContextSchema<State>,
  delta: unknown,
): Checked<Record<string, unknown>> {
  const given = checkContext(schema.delta, delta);
  if (!given.ok) return given;
  const { value, redactions } = sanitise(given.value);
  return redactions === 0 ? given : checkContext(schema.delta, value);
}

function appendTo(items: readonly string[], { add = [], remove = [] }: ListChange): string[] {
  const removed = new Set(remove);
  return [...new Set([...items.filter((item) => !removed.has(item)), ...add])];
}

function mergeField(rule: FieldRule, before: unknown, change: unknown): unknown {
  switch (rule) {
    case "replace":
      return change;
    case "append":
      return appendTo(before as string[], change as ListChange);
    case "merge": {
      const given = Object.entries(change as object).filter(([, value]) => value !== undefined);
      return { ...(before as object), ...Object.fromEntries(given) };
    }
    case "entries": {
      const entries = Object.entries({ ...(before as object), ...(change as object) });
      return Object.fromEntries(entries.filter(([, value]) => value !== null));
    }
    default:
      rule satisfies never;
      return before;
  }
}

/** The new state. State and delta must have passed their schemas, on which the rules rely. */
function mergeFields(
  rules: Readonly<Record<string, FieldRule>>,
  state: Record<string, unknown>,
  delta: Record<string, unknown>,
): Record<string, unknown> {
  const next = { ...state };
  for (const [field, change] of Object.entries(delta)) {
    const rule = rules[field];
    if (rule && change !== undefined) next[field] = mergeField(rule, state[field], change);
  }
  return next;
}

/** Lower-case hex SHA-256 over RFC 8785 canonical JSON: the same state has the same digest. */
export function digestContext(state: Record<string, unknown>): string {
  return hash("sha256", canonicalize(state) ?? "");
}

/** Applies a delta to a context state. Context state changes in no other way. */
import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import { createPatch } from "rfc6902";
import {
  type ContextPatch,
  type ContextSchema,
  checkContext,
  type FieldRule,
  type ListChange,
} from "./context-schema.ts";
import { TURN_MIN_CHARS, TURN_MIN_WORDS, VERBATIM_RUN_WORDS } from "./limits.ts";

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
  /** `verbatim`: it quotes the person's turn. `over-limit`: the new state would exceed its schema. */
  reason: "state-invalid" | "delta-invalid" | "verbatim" | "over-limit";
  /** For the run log, and for asking the model again. Contains no content. */
  detail: string;
};

/** The texts that a delta adds. Removed items do not count. */
function textsOf(change: unknown): string[] {
  if (typeof change === "string") return [change];
  if (typeof change !== "object" || change === null) return [];
  const entries = Object.entries(change);
  return entries.flatMap(([name, value]) => (name === "remove" ? [] : textsOf(value)));
}

/**
 * Applies a delta to a context state. Never throws, and does not change its input.
 *
 * @param delta unchecked: the model's output
 * @param options `turnText` is the person's message in this turn
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

/** Scripts without spaces count by character. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

function* runsOf(words: readonly string[], length: number): Generator<string> {
  for (let start = 0; start + length <= words.length; start++) {
    yield words.slice(start, start + length).join(" ");
  }
}

/**
 * True where the joined texts contain the turn or a long part of it, ignoring case, punctuation and white space.
 * Structured memory must not become a transcript (ADR-040). Takes time linear in texts and turn.
 */
function quotesTurn(texts: readonly string[], turnText: string): boolean {
  const turn = wordsOf(turnText);
  if (turn.length < TURN_MIN_WORDS || turn.join(" ").length < TURN_MIN_CHARS) return false;
  const length = Math.min(VERBATIM_RUN_WORDS, turn.length);
  const kept = new Set(runsOf(wordsOf(texts.join("\n")), length));
  if (kept.size === 0) return false;
  for (const run of runsOf(turn, length)) if (kept.has(run)) return true;
  return false;
}

/** Lower-case hex SHA-256 over RFC 8785 canonical JSON: the same state has the same digest. */
export function digestContext(state: Record<string, unknown>): string {
  return hash("sha256", canonicalize(state) ?? "");
}

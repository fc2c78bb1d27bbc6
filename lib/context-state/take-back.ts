/** Takes back what some runs changed in a context state, where nothing later changed the same part of it. Pure. */
import { isDeepStrictEqual } from "node:util";
import { createPatch } from "rfc6902";
import { digestContext } from "./apply-delta.ts";
import { type ContextPatch, type ContextSchema, checkContext } from "./context-schema.ts";
import { replayDeltas, type StoredDelta } from "./replay-deltas.ts";

/** `runId`: null for a change by the person. `origin`: `review` for one that took others back. */
export type DeltaOfRun = StoredDelta & { runId?: string | null; origin?: string };

export type TakenBack<State> = {
  /** The state without what was taken back. */
  state: State;
  /** Null where there is nothing to take back. */
  change: { delta: unknown; patch: ContextPatch; beforeSha256: string; afterSha256: string } | null;
  /** Fields in which something later changed what these runs had changed: they stay as they are. */
  left: string[];
};

type AnyState = Record<string, unknown>;

/** A part of a state: a field, an entry of a map, or an item of a list, which is there or not. */
type Part = { field: string; key: string | null; item: string | null };

/**
 * @param state the present one
 * @param deltas all of its changes, in order; null where one of them is forged
 * @returns the schema's empty state where the changes do not lead to the present one, because the origin of its parts is unknown then
 */
export function takeBack<State extends AnyState>(
  state: State,
  deltas: readonly DeltaOfRun[] | null,
  runIds: ReadonlySet<string>,
  schema: Pick<ContextSchema<State>, "state" | "empty" | "reconcile">,
): TakenBack<State> {
  if (deltas === null) return changed(state, schema.empty, []);
  const kinds = deltas.map((delta) => kindOf(delta, runIds));
  if (!kinds.includes("meant")) return { state, change: null, left: [] };
  const states = replayAll(state, deltas, schema);
  if (!states) return changed(state, schema.empty, []);
  const { restored, left } = restore(states.map(partsOf), kinds);
  // What these runs had replaced may have no room any more beside what came since.
  const gone = restored.filter(({ value }) => value === undefined);
  for (const parts of [restored, gone]) {
    const next = rebuild(state, parts) as State;
    const whole = checkContext(schema.state, schema.reconcile?.(next) ?? next);
    if (whole.ok && parts === restored) return changed(state, whole.value, left);
    if (whole.ok && gone.length > 0) return changed(state, whole.value, left);
  }
  return changed(state, schema.empty, left);
}

/**
 * Fields in which something later changed what these runs had changed.
 * @param states the state before the first delta, and behind each that could be applied
 */
export function findLeft(
  states: readonly AnyState[],
  deltas: readonly DeltaOfRun[],
  runIds: ReadonlySet<string>,
): string[] {
  const kinds = deltas.slice(0, states.length - 1).map((delta) => kindOf(delta, runIds));
  return restore(states.map(partsOf), kinds).left;
}

type Kind = "meant" | "taken-back" | "other";

function kindOf({ runId, origin }: DeltaOfRun, runIds: ReadonlySet<string>): Kind {
  if (origin === "review") return "taken-back";
  return runId && runIds.has(runId) ? "meant" : "other";
}

function changed<State extends AnyState>(
  before: State,
  after: State,
  left: string[],
): TakenBack<State> {
  const patch = createPatch(before, after) as ContextPatch;
  if (patch.length === 0) return { state: before, change: null, left };
  const paths = patch.map(({ path }) => path);
  const digests = { beforeSha256: digestContext(before), afterSha256: digestContext(after) };
  return { state: after, change: { delta: { taken_back: paths }, patch, ...digests }, left };
}

/** The state before the first change, and behind each. @returns null where they do not lead to the present one */
function replayAll<State extends AnyState>(
  present: State,
  deltas: readonly StoredDelta[],
  schema: Pick<ContextSchema<State>, "state" | "empty">,
): State[] | null {
  const states = [schema.empty];
  for (const delta of deltas) {
    const replayed = replayDeltas(states.at(-1) ?? schema.empty, [delta], { schema });
    if (!replayed.ok) return null;
    states.push(replayed.state);
  }
  return digestContext(states.at(-1) ?? schema.empty) === digestContext(present) ? states : null;
}

type Parts = Map<string, { part: Part; value: unknown }>;

function partsOf(state: AnyState): Parts {
  const parts: Parts = new Map();
  const add = (part: Part, value: unknown) => parts.set(JSON.stringify(part), { part, value });
  for (const [field, value] of Object.entries(state)) {
    if (Array.isArray(value))
      for (const item of value) add({ field, key: null, item: String(item) }, true);
    else if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) add({ field, key, item: null }, each);
    else add({ field, key: null, item: null }, value);
  }
  return parts;
}

type Restored = { part: Part; value: unknown };

/** @param kinds of each change; `states` has one more */
function restore(states: readonly Parts[], kinds: readonly Kind[]) {
  const restored: Restored[] = [];
  const left = new Set<string>();
  const names = new Map(states.flatMap((parts) => [...parts].map(([id, { part }]) => [id, part])));
  for (const [id, part] of names) {
    const values = states.map((parts) => parts.get(id)?.value);
    const changes = kinds.flatMap((kind, at) =>
      isDeepStrictEqual(values[at], values[at + 1]) ? [] : [{ at, kind }],
    );
    const lastMeant = changes.findLastIndex(({ kind }) => kind === "meant");
    const first = changes[changes.findLastIndex(({ kind }) => kind !== "meant") + 1];
    if (first) restored.push({ part, value: values[first.at] });
    else if (changes[lastMeant]?.kind === "meant" && changes[lastMeant + 1]?.kind === "other")
      left.add(part.field);
  }
  return { restored, left: [...left] };
}

/** `undefined`: the part is not there. */
function rebuild(state: AnyState, restored: readonly Restored[]): AnyState {
  const next = structuredClone(state);
  for (const { part, value } of restored) setPart(next, part, value);
  return next;
}

function setPart(state: AnyState, { field, key, item }: Part, value: unknown): void {
  if (item !== null) {
    const items = listOf(state[field]);
    if (value === undefined) state[field] = items.filter((one) => one !== item);
    else if (!items.includes(item)) state[field] = [...items, item];
    return;
  }
  if (key === null) {
    if (value === undefined) delete state[field];
    else state[field] = value;
    return;
  }
  const others = Object.entries(Object(state[field])).filter(([name]) => name !== key);
  state[field] = Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

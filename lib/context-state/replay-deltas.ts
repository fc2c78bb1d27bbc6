/** Rebuilds an earlier state from its recorded deltas. */
import { applyPatch } from "rfc6902";
import { digestContext } from "./apply-delta.ts";
import { ContextPatch, type ContextSchema, checkContext } from "./context-schema.ts";

/** A stored delta. With its digests, each step of the chain is checked. */
export type StoredDelta = { patch: unknown; beforeSha256?: string; afterSha256?: string };

export type Replayed<State> =
  /** `digests[k]` is the digest of the state after k deltas. */
  | { ok: true; state: State; digests: string[] }
  /** `at` is the index of the delta that could not be applied; -1 for the initial state. */
  | { ok: false; at: number; reason: "state-invalid" | "patch-invalid" | "digest-differs" };

type AnyState = Record<string, unknown>;

function applyOne<State extends AnyState>(
  schema: Pick<ContextSchema<State>, "state">,
  state: State,
  stored: unknown,
): State | null {
  const patch = checkContext(ContextPatch, stored);
  if (!patch.ok) return null;
  const copy = structuredClone(state);
  try {
    if (applyPatch(copy, patch.value).some((error) => error !== null)) return null;
  } catch {
    return null;
  }
  const next = checkContext(schema.state, copy);
  return next.ok ? next.value : null;
}

/**
 * Applies recorded deltas to their initial state. Never throws, and does not change its input.
 *
 * @param initial the state before the first delta, for instance the schema's `empty`
 * @param deltas in order: patches alone, or as stored with their digests
 */
export function replayDeltas<State extends AnyState>(
  initial: State,
  deltas: readonly (StoredDelta | ContextPatch)[],
  { schema }: { schema: Pick<ContextSchema<State>, "state"> },
): Replayed<State> {
  const first = checkContext(schema.state, initial);
  if (!first.ok) return { ok: false, at: -1, reason: "state-invalid" };
  let state = first.value;
  const digests = [digestContext(state)];
  for (const [at, delta] of deltas.entries()) {
    const stored: StoredDelta = Array.isArray(delta) ? { patch: delta } : Object(delta);
    const next = applyOne(schema, state, stored.patch);
    if (!next) return { ok: false, at, reason: "patch-invalid" };
    const { beforeSha256: before = digests.at(-1), afterSha256 } = stored;
    const digest = digestContext(next);
    if (before !== digests.at(-1) || (afterSha256 ?? digest) !== digest) {
      return { ok: false, at, reason: "digest-differs" };
    }
    digests.push(digest);
    state = next;
  }
  return { ok: true, state, digests };
}

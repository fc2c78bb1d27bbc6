/**
 * The kinds of events by which a log is counted and filtered: their types, but what went as it should and holds nothing
 * to look at is a kind of its own. Such routine is folded until somebody asks for it.
 */
export const ROUTINE = {
  /** A policy that allowed what was asked. */
  "policy.decided": "policy.decided:allowed",
  /** A state that was read without a finding. */
  "state.loaded": "state.loaded:sound",
} as const;

const KINDS: ReadonlySet<string> = new Set(Object.values(ROUTINE));

export function isRoutine(kind: string): boolean {
  return KINDS.has(kind);
}

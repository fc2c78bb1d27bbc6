/** How large is it, and how large did the source documents say it would be? */

/** The seeds' figures in bytes, to show beside the measured size (ADR-004, "State Size Analysis"). */
export const SEED_STATE_BYTES = {
  general: { initial: 500, after5Calls: 5 * 1024, after20Calls: 20 * 1024 },
  users: { always: 62 },
} as const;

/** Bytes of a state's JSON in UTF-8. Give it the stored form to learn what the store holds. */
export function measureState(state: unknown): number {
  return Buffer.byteLength(JSON.stringify(state) ?? "", "utf8");
}

/** The size of a state, and the sizes that the source documents expect. */

/** The seeds' figures in bytes, to show beside the measured size (ADR-004, "State Size Analysis"). */
export const SEED_STATE_BYTES = {
  general: { initial: 500, after5Calls: 5 * 1024, after20Calls: 20 * 1024 },
  users: { always: 62 },
} as const;

/** Bytes of a state's JSON in UTF-8. Pass the stored form for the size in the database. */
export function measureState(state: unknown): number {
  return Buffer.byteLength(JSON.stringify(state) ?? "", "utf8");
}

/** The size of hidden state. */

/** Bytes of a state's JSON in UTF-8. Pass the stored form for the size in the database. */
export function measureState(state: unknown): number {
  return Buffer.byteLength(JSON.stringify(state) ?? "", "utf8");
}

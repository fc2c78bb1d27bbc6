/** The size of hidden state. */

/** Bytes of a state's JSON in UTF-8. Give it the stored form to learn what the store holds. */
export function measureState(state: unknown): number {
  return Buffer.byteLength(JSON.stringify(state) ?? "", "utf8");
}

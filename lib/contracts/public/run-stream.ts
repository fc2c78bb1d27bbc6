/** The address of a run's event stream. */

export type RunStreamAddress = {
  /** The id in the address, unchecked. */
  runId: string;
  /** UTF-16 offset up to which the reader has the text. */
  from: number;
};

const ADDRESS = /^\/api\/runs\/([^/?]+)\/stream(?:\?(.*))?$/;
/** @returns null for any other address */
export function parseRunStream(url: string): RunStreamAddress | null {
  const [, runId, query] = ADDRESS.exec(url) ?? [];
  if (runId === undefined) return null;
  const from = Number(new URLSearchParams(query).get("from") ?? 0);
  return { runId, from: Number.isSafeInteger(from) && from > 0 ? from : 0 };
}

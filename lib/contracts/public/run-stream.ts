/** The addresses of event streams: of a run, and of looks at what the person wrote. */

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

/** Answers with an event `looks` whenever somebody has looked at what the person wrote since they last read who does. */
export const LOOKS_STREAM = "/api/looks/stream";

export type StreamAddress = RunStreamAddress | "looks";

/** @returns null for any other address */
export function parseStream(url: string): StreamAddress | null {
  return url === LOOKS_STREAM ? "looks" : parseRunStream(url);
}

/**
 * The address of a run's event stream, and where the server that owns the connections finds what answers it. Streams do not
 * pass the framework (decision 12): the application offers its handler when it starts, the server asks for it.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

export type RunStreamAddress = {
  /** As it stands in the address: not checked. */
  runId: string;
  /** UTF-16 offset that the reader already holds. */
  from: number;
};

export type RunStreamHandler = (
  address: RunStreamAddress,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

const ADDRESS = /^\/api\/runs\/([^/?]+)\/stream(?:\?(.*))?$/;
const KEY = Symbol.for("halfsilver.run-stream");
const store = globalThis as { [KEY]?: RunStreamHandler };

/** @returns null for any other address */
export function parseRunStream(url: string): RunStreamAddress | null {
  const [, runId, query] = ADDRESS.exec(url) ?? [];
  if (runId === undefined) return null;
  const from = Number(new URLSearchParams(query).get("from") ?? 0);
  return { runId, from: Number.isSafeInteger(from) && from > 0 ? from : 0 };
}

export function offerRunStreams(handler: RunStreamHandler): void {
  store[KEY] = handler;
}

/** Undefined until the application has started. */
export function runStreams(): RunStreamHandler | undefined {
  return store[KEY];
}

/** Reads a request's body as text, up to a limit. */
import type { IncomingMessage } from "node:http";

const MAX_BYTES = 20_000_000;

/** @returns null where it is too long or never came to its end */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString("utf8");
}

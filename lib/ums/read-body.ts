import "server-only";
/** Reads a request's body as text, never more than the limit. */
import { type Refused, refused } from "./refusal.ts";

export const BODY_MAX_BYTES = 256 * 1024;

export async function readBody(request: Request): Promise<{ ok: true; text: string } | Refused> {
  if (Number(request.headers.get("content-length")) > BODY_MAX_BYTES) return refused("too-large");
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BODY_MAX_BYTES) return refused("too-large");
    chunks.push(chunk);
  }
  return { ok: true, text: Buffer.concat(chunks).toString("utf8") };
}

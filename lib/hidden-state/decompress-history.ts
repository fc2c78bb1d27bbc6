/** Stored tool results back to text, with a guard against bombs. */
import { gunzipSync } from "node:zlib";
import type { ChatMessage } from "./chat-message.ts";
import { rememberCompressed } from "./compress-history.ts";
import { type CompressedText, HISTORY_MAX_BYTES, type StoredMessage } from "./stored-result.ts";

export type Decompressed =
  | { ok: true; history: ChatMessage[] }
  | { ok: false; reason: "over-limit" | "not-gzip" | "size-differs" | "not-utf8" };

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function inflate({ $gz, bytes }: CompressedText): string | "not-gzip" | Uint8Array {
  try {
    // Never more than was promised, and that is bounded by the schema.
    return gunzipSync(Buffer.from($gz, "base64"), { maxOutputLength: bytes });
  } catch {
    return "not-gzip";
  }
}

/**
 * Reads the stored form of a history. Never throws; memory is bounded by what the entries claim, and
 * that by `RESULT_MAX_BYTES` and `HISTORY_MAX_BYTES`.
 *
 * @returns the history, or why it cannot be read: `not-gzip` covers output beyond the claimed size
 */
export function decompressHistory(stored: readonly StoredMessage[]): Decompressed {
  let total = 0;
  const history: ChatMessage[] = [];
  for (const entry of stored) {
    if (entry.role !== "tool" || typeof entry.content === "string") {
      history.push(entry as ChatMessage);
      continue;
    }
    total += entry.content.bytes;
    if (total > HISTORY_MAX_BYTES) return { ok: false, reason: "over-limit" };
    const utf8 = inflate(entry.content);
    if (typeof utf8 === "string") return { ok: false, reason: "not-gzip" };
    if (utf8.length !== entry.content.bytes) return { ok: false, reason: "size-differs" };
    try {
      const plain = { ...entry, content: decoder.decode(utf8) };
      rememberCompressed(plain, entry.content);
      history.push(plain);
    } catch {
      return { ok: false, reason: "not-utf8" };
    }
  }
  return { ok: true, history };
}

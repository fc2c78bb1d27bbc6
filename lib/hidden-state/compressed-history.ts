/** The stored form of a history: large tool results as gzip, with limits on what they may unpack to. */
import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { AssistantEntry, type ChatMessage, ToolEntry, UserEntry } from "./chat-message.ts";
import { COMPRESS_ABOVE_BYTES, HISTORY_MAX_BYTES, RESULT_MAX_BYTES } from "./limits.ts";
import { generalStateOf } from "./state-schemas.ts";

/** gzip in base64, and the size in UTF-8 that it must unpack to. */
const CompressedText = z.strictObject({
  $gz: z.string().max(2 * RESULT_MAX_BYTES),
  bytes: z.int().positive().max(RESULT_MAX_BYTES),
});
type CompressedText = z.infer<typeof CompressedText>;

const StoredToolEntry = z.strictObject({
  ...ToolEntry.shape,
  content: z.union([z.string(), CompressedText]),
});

export const StoredMessage = z.discriminatedUnion("role", [
  UserEntry,
  AssistantEntry,
  StoredToolEntry,
]);
export type StoredMessage = z.infer<typeof StoredMessage>;

export const StoredGeneralState = generalStateOf(StoredMessage);
export type StoredGeneralState = z.infer<typeof StoredGeneralState>;

/** A history is stored again on every turn; results that are compressed already are not compressed again. */
const known = new WeakMap<ToolEntry, { content: string; stored: CompressedText }>();

/** Remembers the stored form of an entry. */
function rememberCompressed(entry: ToolEntry, stored: CompressedText): void {
  known.set(entry, { content: entry.content, stored });
}

function compressEntry(entry: ToolEntry): StoredMessage {
  const { content } = entry;
  if (content.length * 3 <= COMPRESS_ABOVE_BYTES) return entry;
  const before = known.get(entry);
  if (before && before.content === content) return { ...entry, content: before.stored };
  const utf8 = Buffer.from(content, "utf8");
  if (utf8.length <= COMPRESS_ABOVE_BYTES || utf8.length > RESULT_MAX_BYTES) return entry;
  const stored = { $gz: gzipSync(utf8, { level: 4 }).toString("base64"), bytes: utf8.length };
  rememberCompressed(entry, stored);
  return { ...entry, content: stored };
}

/** The stored form of a history: tool results above 8 KiB as `{"$gz": base64, "bytes": n}`, the rest as it is. */
export function compressHistory(history: readonly ChatMessage[]): StoredMessage[] {
  return history.map((entry) => (entry.role === "tool" ? compressEntry(entry) : entry));
}

export type Decompressed =
  | { ok: true; history: ChatMessage[] }
  | { ok: false; reason: "over-limit" | "not-gzip" | "size-differs" | "not-utf8" };

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function inflate({ $gz, bytes }: CompressedText): string | "not-gzip" | Uint8Array {
  try {
    // At most the claimed size, which the schema limits.
    return gunzipSync(Buffer.from($gz, "base64"), { maxOutputLength: bytes });
  } catch {
    return "not-gzip";
  }
}

/**
 * Reads the stored form of a history. Never throws. Memory is limited by the sizes that the entries claim, and these by
 * `RESULT_MAX_BYTES` and `HISTORY_MAX_BYTES`.
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

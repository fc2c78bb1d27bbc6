/** Large tool results to gzip, for the store only. */
import { gzipSync } from "node:zlib";
import type { ChatMessage, ToolEntry } from "./chat-message.ts";
import {
  COMPRESS_ABOVE_BYTES,
  type CompressedText,
  RESULT_MAX_BYTES,
  type StoredMessage,
} from "./stored-result.ts";

/** A history is stored anew on every turn; what was compressed, or came compressed, is not done again. */
const known = new WeakMap<ToolEntry, { content: string; stored: CompressedText }>();

/** Remembers the stored form that an entry was read from. */
export function rememberCompressed(entry: ToolEntry, stored: CompressedText): void {
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

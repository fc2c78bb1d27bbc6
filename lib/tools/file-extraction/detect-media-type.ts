import "server-only";
/** What kind of file this is, by its content. The name only tells kinds of text apart. */
import { fileTypeFromBuffer } from "file-type";
import { decodeText } from "./decode-text.ts";
import { type AttachmentMediaType, DOCX } from "./media-types.ts";

export const ATTACHMENT_MAX_BYTES = 10 * 1024 * 1024;

export type DetectedMediaType =
  | { ok: true; mediaType: AttachmentMediaType }
  /** `reason` is for the log: it names what the file is instead. */
  | { ok: false; reason: string };

/** A PDF may begin a little late (ISO 32000, annex H). */
const PDF_MARK_WITHIN_BYTES = 1024;
/** Parsing blocks the server; a longer JSON text is judged by its two ends. */
const JSON_PARSED_MAX_CHARS = 1024 * 1024;

/** Never throws, whatever the bytes are. */
export async function detectMediaType(bytes: Uint8Array, name: string): Promise<DetectedMediaType> {
  if (bytes.length === 0) return { ok: false, reason: "the file is empty" };
  if (bytes.length > ATTACHMENT_MAX_BYTES) return { ok: false, reason: "the file is over 10 MB" };
  if (isPdf(bytes)) return { ok: true, mediaType: "application/pdf" };
  // Before any other mark: "BM" begins a picture, and many a sentence.
  const text = decodeText(bytes);
  if (text !== null && !isRtf(text)) return { ok: true, mediaType: kindOfText(text, name) };
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found?.mime === DOCX) return { ok: true, mediaType: DOCX };
  return { ok: false, reason: found ? `the content is ${found.mime}` : "the content is not text" };
}

function isPdf(bytes: Uint8Array): boolean {
  const { buffer, byteOffset } = bytes;
  const length = Math.min(bytes.length, PDF_MARK_WITHIN_BYTES);
  return Buffer.from(buffer, byteOffset, length).includes("%PDF-");
}

function isRtf(text: string): boolean {
  return text.startsWith("{\\rtf");
}

function kindOfText(text: string, name: string): AttachmentMediaType {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === "md" || ending === "markdown") return "text/markdown";
  if (ending === "csv") return "text/csv";
  if (ending === "txt") return "text/plain";
  return isJson(text) ? "application/json" : "text/plain";
}

/** An object or a list: a lone number or word is as well a text. */
function isJson(text: string): boolean {
  const trimmed = text.trim();
  if (!["{}", "[]"].includes(`${trimmed.at(0)}${trimmed.at(-1)}`)) return false;
  if (trimmed.length > JSON_PARSED_MAX_CHARS) return true;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    return false;
  }
}

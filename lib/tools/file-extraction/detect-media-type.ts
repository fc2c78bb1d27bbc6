import "server-only";
/** The media types that can be attached, and the detection of a file's type by its content. */
import { fileTypeFromBuffer } from "file-type";
import { z } from "zod";
import { PICTURE_TYPES, PictureType } from "../../contracts/pictures.ts";
import { FILE_EXTRACTION_LIMITS } from "../limits.ts";
import { decodeText } from "./decode-text.ts";

export const AttachmentMediaType = z.enum([
  "text/plain",
  "text/markdown",
  "text/csv",
  "application/json",
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ...PICTURE_TYPES,
]);
export type AttachmentMediaType = z.infer<typeof AttachmentMediaType>;

export const DOCX: AttachmentMediaType =
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

export const MEDIA_TYPE_NAMES: Record<AttachmentMediaType, string> = {
  "text/plain": "text",
  "text/markdown": "Markdown",
  "text/csv": "CSV",
  "application/json": "JSON",
  "application/pdf": "PDF",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word document",
  "image/png": "PNG picture",
  "image/jpeg": "JPEG picture",
  "image/webp": "WebP picture",
  "image/gif": "GIF picture",
};

export type DetectedMediaType =
  | { ok: true; mediaType: AttachmentMediaType }
  /** `reason` is for the log: it names the type that was found. */
  | { ok: false; reason: string };

/** Never throws, whatever the bytes are. */
export async function detectMediaType(bytes: Uint8Array, name: string): Promise<DetectedMediaType> {
  if (bytes.length === 0) return { ok: false, reason: "the file is empty" };
  if (bytes.length > FILE_EXTRACTION_LIMITS.attachmentMaxBytes)
    return { ok: false, reason: "the file is over 10 MB" };
  if (isPdf(bytes)) return { ok: true, mediaType: "application/pdf" };
  // Text goes first: "BM" is the signature of a bitmap and also the start of a sentence.
  const text = decodeText(bytes);
  if (text !== null && !isRtf(text)) return { ok: true, mediaType: kindOfText(text, name) };
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found?.mime === DOCX) return { ok: true, mediaType: DOCX };
  const picture = PictureType.safeParse(found?.mime);
  if (picture.success) return { ok: true, mediaType: picture.data };
  return { ok: false, reason: found ? `the content is ${found.mime}` : "the content is not text" };
}

function isPdf(bytes: Uint8Array): boolean {
  const { buffer, byteOffset } = bytes;
  const length = Math.min(bytes.length, FILE_EXTRACTION_LIMITS.pdfMarkWithinBytes);
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

/** An object or a list. A single number or word counts as text. */
function isJson(text: string): boolean {
  const trimmed = text.trim();
  if (!["{}", "[]"].includes(`${trimmed.at(0)}${trimmed.at(-1)}`)) return false;
  if (trimmed.length > FILE_EXTRACTION_LIMITS.jsonParsedMaxChars) return true;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    return false;
  }
}

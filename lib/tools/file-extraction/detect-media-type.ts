/** The media types that can be attached, and the detection of a file's type by its content. */
import "server-only";
import { fileTypeFromBuffer } from "file-type";
import { z } from "zod";
import { PICTURE_TYPES, PictureType } from "../../contracts/pictures.ts";
import { withoutCharset } from "../../contracts/public/files/charset.ts";
import { FILE_EXTRACTION_LIMITS } from "../limits.ts";
import { type DecodedText, decodeText } from "./encoding/decode-text.ts";

export const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
const OFFICE_TYPES = [DOCX, XLSX, PPTX] as const;
const OfficeType = z.enum(OFFICE_TYPES);

export const AttachmentMediaType = z.enum([
  "text/plain",
  "text/markdown",
  "text/csv",
  "application/json",
  "application/pdf",
  ...OFFICE_TYPES,
  ...PICTURE_TYPES,
]);
export type AttachmentMediaType = z.infer<typeof AttachmentMediaType>;

/** @param mediaType as it is stored: that of a text may name its encoding */
export function attachmentTypeOf(mediaType: string): AttachmentMediaType | undefined {
  return AttachmentMediaType.safeParse(withoutCharset(mediaType)).data;
}

export const MEDIA_TYPE_NAMES: Record<AttachmentMediaType, string> = {
  "text/plain": "text",
  "text/markdown": "Markdown",
  "text/csv": "CSV",
  "application/json": "JSON",
  "application/pdf": "PDF",
  [DOCX]: "Word document",
  [XLSX]: "Excel workbook",
  [PPTX]: "PowerPoint presentation",
  "image/png": "PNG picture",
  "image/jpeg": "JPEG picture",
  "image/webp": "WebP picture",
  "image/gif": "GIF picture",
};

/**
 * `misnamed`: the name promises another kind. `old-office`: a Word, Excel or PowerPoint file of before 2007. `no-encoding`: the
 * name promises text, and the bytes fit no encoding well. `damaged`: the name promises a document or a picture, and the bytes
 * are of no kind, or of a package that is none of Office.
 */
export type UndetectedReason =
  | "empty"
  | "too-large"
  | "unsupported"
  | "protected"
  | "old-office"
  | "misnamed"
  | "damaged"
  | "no-encoding";

export type DetectedMediaType =
  | {
      ok: true;
      mediaType: AttachmentMediaType;
      /** Of a text that is no UTF-8. */
      encoding?: string;
      /** Of a text: what it says. */
      decoded?: DecodedText;
    }
  /** `found` is for the log: it names what was found. */
  | { ok: false; reason: UndetectedReason; found: string };

/** By content; the name must not promise another kind. Never throws, whatever the bytes are. */
export async function detectMediaType(bytes: Uint8Array, name: string): Promise<DetectedMediaType> {
  const detected = await detectByContent(bytes, name);
  if (!detected.ok) return detected;
  const promised = kindOfName(name);
  if (promised === null || promised === kindOfType(detected.mediaType)) return detected;
  return { ok: false, reason: "misnamed", found: `the content is ${detected.mediaType}` };
}

async function detectByContent(bytes: Uint8Array, name: string): Promise<DetectedMediaType> {
  if (bytes.length === 0) return { ok: false, reason: "empty", found: "the file is empty" };
  if (bytes.length > FILE_EXTRACTION_LIMITS.attachmentMaxBytes)
    return { ok: false, reason: "too-large", found: "the file is over 10 MB" };
  if (isPdf(bytes)) return { ok: true, mediaType: "application/pdf" };
  // Text goes first: "BM" is the signature of a bitmap and also the start of a sentence.
  const decoded = await decodeText(bytes);
  if (decoded && !isRtf(decoded.text)) {
    const { text, encoding } = decoded;
    const mediaType = kindOfText(text, name);
    return { ok: true, mediaType, decoded, ...(encoding !== "utf-8" && { encoding }) };
  }
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const office = OfficeType.safeParse(found?.mime);
  if (office.success) return { ok: true, mediaType: office.data };
  const picture = PictureType.safeParse(found?.mime);
  if (picture.success) return { ok: true, mediaType: picture.data };
  if (found?.mime === "application/x-cfb")
    return { ok: false, reason: reasonOfCompound(bytes), found: found.mime };
  const promised = kindOfName(name);
  if (!found && promised === "text")
    return { ok: false, reason: "no-encoding", found: "the content is not text in any encoding" };
  const what = found ? `the content is ${found.mime}` : "the content is not text";
  if (promised && (!found || found.mime === "application/zip"))
    return { ok: false, reason: "damaged", found: what };
  return { ok: false, reason: "unsupported", found: what };
}

type Kind = "pdf" | "word" | "excel" | "powerpoint" | "picture" | "text";

const KINDS_OF_NAMES: Record<string, Kind> = {
  pdf: "pdf",
  docx: "word",
  xlsx: "excel",
  pptx: "powerpoint",
  ...Object.fromEntries(["png", "jpg", "jpeg", "webp", "gif"].map((end) => [end, "picture"])),
  ...Object.fromEntries(["txt", "md", "csv", "json"].map((end) => [end, "text"])),
};

/** What a name promises; null where it promises nothing that matters here. */
function kindOfName(name: string): Kind | null {
  return KINDS_OF_NAMES[endingOf(name) ?? ""] ?? null;
}

function kindOfType(mediaType: AttachmentMediaType): Kind {
  switch (mediaType) {
    case "application/pdf":
      return "pdf";
    case DOCX:
      return "word";
    case XLSX:
      return "excel";
    case PPTX:
      return "powerpoint";
    case "image/png":
    case "image/jpeg":
    case "image/webp":
    case "image/gif":
      return "picture";
    default:
      return "text";
  }
}

/** A password puts a document of today into the container of the old ones ([MS-OFFCRYPTO], 2.3.4). */
const ENCRYPTED_PACKAGE = Buffer.from("EncryptedPackage", "utf16le");

function reasonOfCompound({ buffer, byteOffset, length }: Uint8Array): UndetectedReason {
  const isEncrypted = Buffer.from(buffer, byteOffset, length).includes(ENCRYPTED_PACKAGE);
  return isEncrypted ? "protected" : "old-office";
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
  const ending = endingOf(name);
  if (ending === "md" || ending === "markdown") return "text/markdown";
  if (ending === "csv") return "text/csv";
  if (ending === "txt") return "text/plain";
  return isJson(text) ? "application/json" : "text/plain";
}

function endingOf(name: string): string | undefined {
  return /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
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

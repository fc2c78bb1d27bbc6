/** What an uploaded file is, and whether it can be read at all: a document is opened once, in a process of its own. */
import "server-only";
import type { ErrorCode } from "../../errors/error-texts.ts";
import type { ToolFile } from "../tool.ts";
import {
  type AttachmentMediaType,
  detectMediaType,
  type UndetectedReason,
} from "./detect-media-type.ts";
import { type ExtractedText, extractText } from "./extract-text.ts";

export type InspectedUpload =
  | { ok: true; mediaType: AttachmentMediaType }
  /** `found` is for the log. */
  | { ok: false; code: ErrorCode; found: string };

const UNDETECTED: Record<UndetectedReason, ErrorCode> = {
  empty: "file-empty",
  "too-large": "too-large",
  unsupported: "unsupported-type",
  protected: "file-protected",
  "old-office": "file-old-office",
  misnamed: "file-misnamed",
};

type Unread = Extract<ExtractedText, { ok: false }>["reason"];

/** Why a file is refused; other reasons say that it holds no text now, and its name is still of use. */
const UNREADABLE: Partial<Record<Unread, ErrorCode>> = {
  damaged: "file-damaged",
  password: "file-protected",
  "too-big": "file-unpacks-too-large",
};

/** @param upload its text is kept under this id for a while, for the turn that is about to ask for it */
export async function inspectUpload(
  { id, name, data }: Pick<ToolFile, "id" | "name"> & { data: Uint8Array },
  signal: AbortSignal,
): Promise<InspectedUpload> {
  const detected = await detectMediaType(data, name);
  if (!detected.ok) return { ok: false, code: UNDETECTED[detected.reason], found: detected.found };
  const { mediaType } = detected;
  if (!isDocument(mediaType)) return { ok: true, mediaType };
  const file = { id, name, mediaType, sizeBytes: data.length, load: async () => data };
  const text = await extractText(file, signal);
  const code = text.ok ? undefined : UNREADABLE[text.reason];
  return code ? { ok: false, code, found: mediaType } : { ok: true, mediaType };
}

function isDocument(mediaType: AttachmentMediaType): boolean {
  return mediaType.startsWith("application/") && mediaType !== "application/json";
}

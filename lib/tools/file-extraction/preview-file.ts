/** The beginning of a file's text for its owner: pages and slides as text, sheets and CSV as tables. */
import "server-only";
import { PictureType } from "../../contracts/pictures.ts";
import { withCharset } from "../../contracts/public/files/charset.ts";
import type { FilePreview, PreviewPart } from "../../contracts/public/files/file-preview.ts";
import type { ErrorCode } from "../../errors/error-texts.ts";
import { FILE_PREVIEW_LIMITS as LIMITS } from "../limits.ts";
import { type RewrittenPicture, rewritePicture } from "../picture-rewrite/rewrite-picture.ts";
import type { ToolFile } from "../tool.ts";
import {
  type AttachmentMediaType,
  attachmentTypeOf,
  DOCX,
  detectMediaType,
  PPTX,
  type UndetectedReason,
  XLSX,
} from "./detect-media-type.ts";
import { type ExtractedText, extractText } from "./extract-text.ts";
import { asRead, keepText } from "./kept-texts.ts";

const KINDS: Partial<Record<AttachmentMediaType, FilePreview["kind"]>> = {
  "text/plain": "text",
  "text/markdown": "markdown",
  "text/csv": "table",
  "application/json": "text",
  "application/pdf": "pages",
  [DOCX]: "text",
  [XLSX]: "sheets",
  [PPTX]: "slides",
};

const NONE: FilePreview = { kind: "none", parts: [], isCut: false, notes: [] };

/** The line that begins a part: `[sheet 2: Prices]`, `[page 3]`. */
const PART = /^\[(?:page|sheet|slide) \d+(?: \(hidden\))?(?:: (.*))?\]\n?/;

/** The lines below a sheet, for what a table cannot show. */
const ASIDES =
  /(?:^|\n\n)(?:\[(?:formulas|merged cells|hidden rows|hidden columns|text boxes|diagrams|comments): .*\]\n?)+$/;

/** A line of a sheet in place of many rows. */
const BLANK_ROWS = /^\[rows \d+ to \d+ are blank\]\n/gm;

// Reads the beginning of a table that is separated by commas, semicolons or tabs (RFC 4180).

const SEPARATORS = [",", ";", "\t"];

const UNDETECTED: Record<UndetectedReason, ErrorCode> = {
  empty: "file-empty",
  "too-large": "too-large",
  unsupported: "unsupported-type",
  protected: "file-protected",
  "old-office": "file-old-office",
  misnamed: "file-misnamed",
  damaged: "file-damaged",
  "no-encoding": "file-no-encoding",
};
/** Why a file is refused; a scan has no text, and its name is still of use. */
const UNREADABLE: Partial<Record<Unread, ErrorCode>> = {
  damaged: "file-damaged",
  password: "file-protected",
  "too-big": "file-unpacks-too-large",
  "too-much-work": "file-too-much-work",
  "too-long": "file-not-opened",
  hung: "file-not-opened",
  aborted: "file-not-opened",
};

type Asking = Parameters<typeof extractText>[1];

/**
 * The caller must have checked that the file belongs to the person.
 * @throws AppError `too-much-at-once`
 */
export async function previewFile(file: ToolFile, who: Asking): Promise<FilePreview> {
  const type = attachmentTypeOf(file.mediaType);
  const kind = type && KINDS[type];
  if (!kind) return NONE;
  const extracted = await extractText(file, who);
  if (!extracted.ok) return NONE;
  const { text, pageStarts, notes } = extracted;
  const starts = pageStarts ?? [0];
  const parts = starts
    .slice(0, LIMITS.partsMax)
    .map((start, index) => toPart(text.slice(start, starts[index + 1]).trimEnd(), kind));
  return { kind, parts, isCut: starts.length > parts.length, notes };
}

function toPart(text: string, kind: FilePreview["kind"]): PreviewPart {
  const head = PART.exec(text);
  const isNumbered = kind === "pages" || kind === "sheets" || kind === "slides";
  const title = (isNumbered && head?.[1]) || null;
  const body = isNumbered ? text.slice(head?.[0].length ?? 0) : text;
  if (kind !== "table" && kind !== "sheets") {
    const shown = body.slice(0, LIMITS.textMaxChars).toWellFormed();
    return { title, rows: null, text: shown, isCut: shown.length < body.length };
  }
  const table = kind === "sheets" ? body.replace(ASIDES, "").replace(BLANK_ROWS, "") : body;
  const { rows, isWhole } = parseTable(table, { rowsMax: LIMITS.rowsMax });
  const shown = rows.map((row) =>
    row.slice(0, LIMITS.columnsMax).map((cell) => cell.slice(0, LIMITS.cellMaxChars)),
  );
  const isNarrow = rows.every((row) => row.length <= LIMITS.columnsMax);
  return { title, rows: shown, text: null, isCut: !(isWhole && isNarrow) };
}

type ParsedTable = {
  rows: string[][];
  /** False where there are more rows. */
  isWhole: boolean;
};

/** Never throws: a quote that never ends takes the rest as its cell. */
export function parseTable(text: string, { rowsMax }: { rowsMax: number }): ParsedTable {
  // Excel's own line for the separator of the others.
  const told = /^sep=(.)\r?\n/i.exec(text);
  const separator = told?.[1] ?? separatorOf(text.slice(0, text.search(/[\r\n]|$/)));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.some((one) => one.trim() !== "")) rows.push(row);
    row = [];
    cell = "";
  };
  let at = told?.[0].length ?? 0;
  for (; at < text.length && rows.length < rowsMax; at += 1) {
    const char = text.charAt(at);
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += char;
      at += 1;
    } else if (char === '"' && (isQuoted || cell === "")) isQuoted = !isQuoted;
    else if (isQuoted || (char !== separator && char !== "\n" && char !== "\r")) cell += char;
    else if (char === separator) {
      row.push(cell);
      cell = "";
    } else if (char === "\n") endRow();
  }
  if (at >= text.length && (cell !== "" || row.length > 0)) endRow();
  return { rows, isWhole: text.slice(at).trim() === "" };
}

/** That which the first line has most of. */
function separatorOf(line: string): string {
  const count = (separator: string) => line.split(separator).length;
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0] ?? ",";
}

type InspectedUpload =
  /** A picture is stored as it was written anew, and any other file as it came. */
  | { ok: true; mediaType: string; rewritten?: Uint8Array<ArrayBuffer> }
  /** `found` is for the log. */
  | { ok: false; code: ErrorCode; found: string };

type Unread = Extract<ExtractedText, { ok: false }>["reason"];

/**
 * What an uploaded file is, and whether it can be read at all: a document is opened once, and a picture written anew, each in
 * a process of its own.
 * @param upload its text is kept under this id for a while, for the turn that is about to ask for it
 * @throws AppError `too-much-at-once`
 */
export async function inspectUpload(
  { id, name, data }: Pick<ToolFile, "id" | "name"> & { data: Uint8Array },
  who: Asking,
): Promise<InspectedUpload> {
  const detected = await detectMediaType(data, name);
  if (!detected.ok) return { ok: false, code: UNDETECTED[detected.reason], found: detected.found };
  const { mediaType, encoding, decoded } = detected;
  const picture = PictureType.safeParse(mediaType);
  if (picture.success) return inspectPicture(picture.data, data, who);
  if (decoded) {
    const told = encoding ? withCharset(mediaType, encoding) : mediaType;
    keepText({ id, mediaType: told }, asRead(decoded));
    return { ok: true, mediaType: told };
  }
  const file = { id, name, mediaType, sizeBytes: data.length, load: async () => data };
  const text = await extractText(file, who);
  const code = text.ok ? undefined : UNREADABLE[text.reason];
  return code ? { ok: false, code, found: mediaType } : { ok: true, mediaType };
}

/** What a camera or a program writes beside the pixels, such as where a picture was taken, is not stored. */
async function inspectPicture(
  mediaType: PictureType,
  data: Uint8Array,
  who: Asking,
): Promise<InspectedUpload> {
  const picture = await rewritePicture(mediaType, data, who);
  if (!picture.ok) return { ok: false, code: UNSEEN[picture.reason], found: mediaType };
  return { ok: true, mediaType, rewritten: picture.data };
}

const UNSEEN: Record<Extract<RewrittenPicture, { ok: false }>["reason"], ErrorCode> = {
  damaged: "file-damaged",
  "too-large": "picture-too-large",
  "too-much-work": "file-too-much-work",
  "too-long": "file-not-opened",
  hung: "file-not-opened",
  aborted: "file-not-opened",
};

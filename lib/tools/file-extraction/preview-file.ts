/** The beginning of a file's text for its owner: pages and slides as text, sheets and CSV as tables. */
import "server-only";
import type { FilePreview, PreviewPart } from "../../contracts/public/files/file-preview.ts";
import { FILE_PREVIEW_LIMITS as LIMITS } from "../limits.ts";
import type { ToolFile } from "../tool.ts";
import { type AttachmentMediaType, DOCX, PPTX, XLSX } from "./detect-media-type.ts";
import { extractText } from "./extract-text.ts";
import { parseTable } from "./parse-table.ts";

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

const NONE: FilePreview = { kind: "none", parts: [], isCut: false };

/** The line that begins a part: `[sheet 2: Prices]`, `[page 3]`. */
const PART = /^\[(?:page|sheet|slide) \d+(?:: (.*))?\]\n?/;

/** The caller must have checked that the file belongs to the person. */
export async function previewFile(file: ToolFile, signal: AbortSignal): Promise<FilePreview> {
  const kind = KINDS[file.mediaType as AttachmentMediaType];
  if (!kind) return NONE;
  const extracted = await extractText(file, signal);
  if (!extracted.ok) return NONE;
  const { text, pageStarts } = extracted;
  const starts = pageStarts ?? [0];
  const parts = starts
    .slice(0, LIMITS.partsMax)
    .map((start, index) => toPart(text.slice(start, starts[index + 1]).trimEnd(), kind));
  return { kind, parts, isCut: starts.length > parts.length };
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
  const { rows, isWhole } = parseTable(body, { rowsMax: LIMITS.rowsMax });
  const shown = rows.map((row) =>
    row.slice(0, LIMITS.columnsMax).map((cell) => cell.slice(0, LIMITS.cellMaxChars)),
  );
  const isNarrow = rows.every((row) => row.length <= LIMITS.columnsMax);
  return { title, rows: shown, text: null, isCut: !(isWhole && isNarrow) };
}

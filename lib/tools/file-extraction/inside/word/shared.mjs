/** What the readers of a Word document's parts share. */
import { child, value } from "../read-tree.mjs";

export const TEXT_MAX_CHARS = 2_000_000;

/** Counts what is left out of the text: a code of `FileNote` (lib/contracts/public/files/file-preview.ts). */
export function leaveOut(document, code) {
  document.leftOut[code] = (document.leftOut[code] ?? 0) + 1;
}

/** Of a choice for programs of today and a fallback for older ones, the first. */
export function chosenOf(node) {
  return child(node, "Choice") ?? child(node, "Fallback") ?? { children: [] };
}

export function byAuthor(node) {
  const author = value(node, "author")?.trim();
  return author ? ` by ${author}` : "";
}

/** Blocks in one line, for a cell, a note or a margin. */
export function flatten(blocks) {
  return blocks
    .map((block) => (block.kind === "table" ? `[table: ${block.rows.join("; ")}]` : block.text))
    .map((text) => text.trim().replace(/\s*\n\s*/g, " / "))
    .filter((text) => text !== "")
    .join(" / ");
}

/**
 * A selection as it is copied: as plain text, and as HTML for a program that shows formatted text. Both have what is seen
 * and nothing else: a whole formula as its TeX, a link as a link, a table with its columns. Pure.
 */
import {
  isInline,
  type Kept,
  type PageNode,
  type Piece,
  readSelection,
  type Selected,
} from "./read-selection.ts";

export type CopiedSelection = { plain: string; html: string };

/**
 * @param root the log, or an element in it
 * @param isBefore true if the selection begins before the root does
 * @returns empty texts where nothing of the conversation is selected
 */
export function copySelection(
  root: PageNode,
  selected: Selected,
  isBefore: boolean,
): CopiedSelection {
  const pieces = readSelection(root, selected, isBefore);
  return { plain: writePlain(pieces), html: pieces.map(writeHtml).join("").trim() };
}

const BETWEEN_BLOCKS = "\n\n";

/** Blocks with a line between them; in an entry of a list, each below the other. */
function writePlain(pieces: readonly Piece[], between = BETWEEN_BLOCKS): string {
  const blocks: string[] = [];
  let line = "";
  const endLine = () => {
    const said = trimLines(line);
    if (said !== "") blocks.push(said);
    line = "";
  };
  for (const piece of pieces) {
    if (isInline(piece)) {
      line += writeInline(piece);
      continue;
    }
    endLine();
    const block = typeof piece === "string" ? piece : writeBlock(piece, between);
    if (block !== "") blocks.push(block);
  }
  endLine();
  return blocks.join(between);
}

/** The spaces around a line break and at the ends are not seen. Those of a line of code are, and it is no such line. */
const trimLines = (line: string) =>
  line.replaceAll(/ *\n */g, "\n").replaceAll(/^[ \n]+|[ \n]+$/g, "");

function writeBlock({ name, children }: Kept, between: string): string {
  if (name === "pre") return children.map(writeInline).join("").replace(/\n$/, "");
  if (name === "hr") return "---";
  if (name === "ul" || name === "ol")
    return elementsOf(children)
      .map((entry) => writeEntry(entry, name === "ol"))
      .join("\n");
  if (name === "table") return rowsIn(children).map(writeRow).join("\n");
  return writePlain(children, between);
}

const elementsOf = (pieces: readonly Piece[]) =>
  pieces.filter((piece) => typeof piece !== "string");

/** Without its mark if only the end of it is selected. What stands below its first line is moved in as far. */
function writeEntry({ children, ordinal = 1, isCut }: Kept, isNumbered: boolean): string {
  const text = writePlain(children, "\n");
  if (isCut) return text;
  const mark = isNumbered ? `${ordinal}. ` : "- ";
  return mark + text.replaceAll("\n", `\n${" ".repeat(mark.length)}`);
}

function rowsIn(pieces: readonly Piece[]): Kept[] {
  return elementsOf(pieces).flatMap((piece) =>
    piece.name === "tr" ? [piece] : rowsIn(piece.children),
  );
}

/** A line break or a tab in a cell would begin another cell. */
function writeRow({ children }: Kept): string {
  return elementsOf(children)
    .map((cell) => writePlain(cell.children, " ").replaceAll(/[\t\r\n]+/g, " "))
    .join("\t");
}

function writeInline(piece: Piece): string {
  if (typeof piece === "string") return piece;
  const text = piece.children.map(writeInline).join("");
  switch (piece.name) {
    case "br":
      return "\n";
    case "sup":
      return raise(text, RAISED, "^");
    case "sub":
      return raise(text, LOWERED, "_");
    default:
      return text;
  }
}

const NORMAL = [..."0123456789+-=()ni"];
const RAISED = [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ"];
const LOWERED = [..."₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙᵢ"];

/** On the line, "10" with a raised 3 would be another number. A number in brackets is a footnote's. */
function raise(text: string, forms: readonly string[], sign: string): string {
  if (/^\[.*\]$/.test(text)) return text;
  const raised = Array.from(text, (one) => forms[NORMAL.indexOf(one)]);
  return raised.every((one) => one !== undefined) ? raised.join("") : `${sign}${text}`;
}

function writeHtml(piece: Piece): string {
  if (typeof piece === "string") return escapeText(piece);
  const { name, attributes, children } = piece;
  const inside = children.map(writeHtml).join("");
  if (name === "formula") return inside;
  if (name === "br" || name === "hr") return `<${name}>`;
  const [first] = elementsOf(children);
  const all: [string, string][] = Object.entries(attributes);
  if (name === "ol" && (first?.ordinal ?? 1) !== 1) all.push(["start", String(first?.ordinal)]);
  const written = all.map(([key, value]) => ` ${key}="${escapeText(value)}"`).join("");
  return `<${name}${written}>${inside}</${name}>`;
}

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeText = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);

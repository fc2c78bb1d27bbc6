/**
 * Redacts tables by the names of their columns: Markdown, CSV with any delimiter, and columns set apart by spaces. The values
 * of a secret's column are secrets, and those of a card's column are cards where they pass as one.
 */
import validator from "validator";
import { COLUMN_NAME_MAX_CHARS, HEADER_MAX_CHARS } from "../limits.ts";
import { foldText } from "./fold-text.ts";
import { isCode, isCodeName } from "./redact-codes.ts";
import { isSecretName } from "./redact-shapes.ts";
import { isRedactionMarker, type Redacted, redactionMarker } from "./redaction-marker.ts";

/** A span of a text without the blanks and quotes at its edges, end excluded. */
type Cell = { start: number; end: number };
type Kind = "secret" | "code" | "card";
/** `kinds`: of the columns that are masked, by their index. */
type Table = { delimiter: RegExp | null; count: number; kinds: Map<number, Kind> };

/** In order of preference. Null: a column alone. */
const DELIMITERS = [/\|/g, /\t/g, /;/g, /,/g, / {2,}/g, null];
const CARD_COLUMN =
  /^(?:(?:credit|debit|payment|bank|kredit)?[ _-]?(?:card|karte)(?:[ _-]?(?:no|num|number|nr|nummer))?|pan|ccn?|cc[ _-]?(?:num|number)|visa|amex)$/i;
/** Signs of source code and of sentences. */
const NO_HEADER = /[={}<>[\]@!?$&^~]|\/\/|\.\s/;
/** A part of every name of a masked column. */
const MENTION =
  /pass|pwd|secret|token|key|auth|bearer|cookie|cred|connection|sess|jwt|mnemonic|phrase|c[ac]|cv|otp|code|pin|puk|zahl|wort|pr[üu]f|c[óo]d|pan|visa|amex|karte|time|[^\p{ASCII}]/iu;
const NAME = /^[\p{L}_][\p{L}\p{N} _./()#*-]*$/u;
const RULER = /^[\s|:+=-]+$/;
const EMPTY = /^(?:true|false|null|none|nil|undefined|nan|n\/a|\*+|x+|-+|–|—)?$/i;

/** Replaces the values of masked columns. Linear in the text. */
export function redactColumns(text: string, masksCards: boolean): Redacted {
  let result = "";
  let redactions = 0;
  let table: Table | null = null;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if (table && RULER.test(line) && line.trim() !== "") {
      result += line;
      continue;
    }
    const cells: Cell[] = table ? splitCells(line, table.delimiter) : [];
    if (table && line.trim() !== "" && cells.length === table.count) {
      const found = redactRow(line, cells, table.kinds);
      result += found.text;
      redactions += found.redactions;
      continue;
    }
    table = readHeader(line, masksCards);
    result += line;
  }
  return { text: redactions === 0 ? text : result, redactions };
}

function readHeader(line: string, masksCards: boolean): Table | null {
  if (line.length > HEADER_MAX_CHARS || NO_HEADER.test(line) || !MENTION.test(line)) return null;
  for (const delimiter of DELIMITERS) {
    const cells = splitCells(line, delimiter);
    if (delimiter && cells.length < 2) continue;
    const names = cells.map(({ start, end }) => line.slice(start, end));
    if (!names.every((name) => name === "" || isColumnName(name))) continue;
    const kinds = new Map<number, Kind>();
    for (const [index, name] of names.entries()) {
      const kind = kindOf(name.replace(/[*\x60]/g, ""), masksCards);
      // A line with one name is the head of a column of codes alone: other words stand above other lines.
      if (kind && (delimiter || kind === "code")) kinds.set(index, kind);
    }
    if (kinds.size > 0) return { delimiter, count: cells.length, kinds };
  }
  return null;
}

function isColumnName(name: string): boolean {
  return (
    name.length <= COLUMN_NAME_MAX_CHARS &&
    NAME.test(name.replace(/^\*+/, "")) &&
    name.split(" ").length <= 3
  );
}

function kindOf(name: string, masksCards: boolean): Kind | null {
  if (isCodeName(name)) return "code";
  if (CARD_COLUMN.test(name)) return masksCards ? "card" : null;
  return isSecretName(name) ? "secret" : null;
}

function redactRow(line: string, cells: readonly Cell[], kinds: Table["kinds"]): Redacted {
  let text = "";
  let copied = 0;
  let redactions = 0;
  for (const [index, { start, end }] of cells.entries()) {
    const kind = kinds.get(index);
    const value = line.slice(start, end);
    if (!kind || EMPTY.test(value) || isRedactionMarker(value) || !isOfKind(kind, value)) continue;
    text += line.slice(copied, start) + redactionMarker(kind === "card" ? "card" : "field");
    copied = end;
    redactions++;
  }
  return { text: text + line.slice(copied), redactions };
}

function isOfKind(kind: Kind, value: string): boolean {
  const plain = foldText(value).text;
  if (kind === "code") return isCode(plain);
  return kind === "secret" || validator.isCreditCard(plain.replace(/[\s.-]/g, ""));
}

/** Cells in double quotes may hold the delimiter. The bars at the edges of a line of Markdown are none. */
function splitCells(line: string, delimiter: RegExp | null): Cell[] {
  const { from, to } = edgesOf(line, delimiter?.source === "\\|");
  if (!delimiter) return [trim(line, from, to)];
  const cells: Cell[] = [];
  let start = from;
  let quotes = 0;
  let counted = from;
  for (const { 0: found, index } of line.matchAll(delimiter)) {
    if (index < from || index >= to) continue;
    quotes += line.slice(counted, index).split('"').length - 1;
    counted = index;
    if (quotes % 2 === 1) continue;
    cells.push(trim(line, start, index));
    start = index + found.length;
  }
  cells.push(trim(line, start, to));
  return cells;
}

/** Without an expression that looks for the end of a line: it would begin anew at each blank. */
function edgesOf(line: string, hasBars: boolean): { from: number; to: number } {
  const end = line.trimEnd().length;
  if (!hasBars) return { from: Math.min(/^ */.exec(line)?.[0].length ?? 0, end), to: end };
  const start = line.length - line.trimStart().length;
  const from = line[start] === "|" ? start + 1 : start;
  return { from, to: Math.max(from, line[end - 1] === "|" ? end - 1 : end) };
}

const AT_EDGE = /[\s"'*\x60]/;

function trim(line: string, from: number, to: number): Cell {
  let [start, end] = [from, to];
  while (start < end && AT_EDGE.test(line[start] ?? "")) start += 1;
  while (end > start && AT_EDGE.test(line[end - 1] ?? "")) end -= 1;
  return { start, end };
}

/** Extracts the sheets of an Excel workbook as tables: comma-separated, each below a line with its name. */
import { attribute, openPackage } from "../open-package.mjs";
import { raiseFigures } from "../raise-figures.mjs";
import { readFormats, showNumber } from "./number-formats.mjs";
import { describeAsides, readAsides, readPeople } from "./read-asides.mjs";

const SHEETS_MAX = 200;
const COLUMNS_MAX = 512;
/** As many blank rows stand as blank lines, so that a line's number is its row's. More are named. */
const BLANK_ROWS_MAX = 20;
const TEXT_MAX_CHARS = 2_000_000;
const CUT = Symbol("cut");

/** @param {Buffer} bytes */
export async function readXlsx(bytes, htmlparserPath) {
  const { Parser } = await import(htmlparserPath);
  try {
    const files = openPackage(bytes, Parser);
    const book = readWorkbook(files);
    const context = {
      strings: readStrings(files, book),
      formatOf: readFormats(files, book.styles),
      is1904: book.is1904,
      people: readPeople(files, book.people),
      notes: {},
    };
    const pageStarts = [];
    let text = "";
    for (const { name, isHidden, part } of book.sheets.slice(0, SHEETS_MAX)) {
      if (text.length >= TEXT_MAX_CHARS) break;
      pageStarts.push(text.length);
      const hidden = isHidden ? " (hidden)" : "";
      if (isHidden) count(context, "read-hidden-sheets", 1);
      const table = readSheet(files, part, context, text.length);
      text += `[sheet ${pageStarts.length}: ${name.replace(/\s+/g, " ")}${hidden}]\n${table}\n\n`;
    }
    count(context, "charts", book.charts);
    if (pageStarts.length < book.sheets.length) count(context, "cut", 1);
    const notes = Object.entries(context.notes).map(([code, number]) => ({ code, count: number }));
    if (text.replace(/^\[sheet .*\]$/gm, "").trim() === "") return { ok: false, reason: "no-text" };
    return { ok: true, text: text.trimEnd(), pageStarts, pageCount: book.sheets.length, notes };
  } catch (error) {
    return { ok: false, reason: error?.reason ?? "damaged" };
  }
}

function count({ notes }, code, number) {
  if (number > 0) notes[code] = code === "cut" ? 1 : (notes[code] ?? 0) + number;
}

function readWorkbook(files) {
  const main = files.main();
  const relations = files.relations(main);
  const partOf = (type) => [...relations.values()].find((one) => one.type === type)?.target ?? "";
  const sheets = [];
  let is1904 = false;
  let charts = 0;
  files.parse(main, {
    open(tag, attributes) {
      if (tag === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904);
      if (tag !== "sheet") return;
      const relation = relations.get(attribute(attributes, "id"));
      // A sheet may also be a chart, which has no cells.
      if (relation?.type === "chartsheet") charts += 1;
      if (relation?.type !== "worksheet") return;
      const isHidden = (attributes.state ?? "visible") !== "visible";
      sheets.push({ name: attributes.name ?? "", isHidden, part: relation.target });
    },
  });
  const [strings, styles, people] = ["sharedStrings", "styles", "person"].map(partOf);
  return { sheets, is1904, charts, strings, styles, people };
}

function readStrings(files, { strings }) {
  const found = [];
  const reader = readInlineText((text) => found.push(text), "si");
  files.parse(strings, reader);
  return found;
}

/** Collects the runs of text in an element, without its phonetic hints. */
function readInlineText(onEnd, element) {
  let text = "";
  let run = "";
  let place = null;
  let isText = false;
  let hints = 0;
  return {
    open(tag, { val }) {
      if (tag === element) text = "";
      if (tag === "r") place = null;
      if (tag === "vertAlign") place = val;
      if (tag === "rPh") hints += 1;
      isText = tag === "t" && hints === 0;
      if (isText) run = "";
    },
    text(piece) {
      if (isText) run += piece;
    },
    close(tag) {
      if (tag === "rPh") hints -= 1;
      if (tag === "t" && isText) text += raiseFigures(run, place);
      if (tag === "t") isText = false;
      if (tag === element) onEnd(decodeEscapes(text));
    },
  };
}

/** What XML cannot hold is written as `_x000D_`, and an underscore before such a word as `_x005F_` (22.9.2.19). */
function decodeEscapes(text) {
  return text
    .replace(/_x([0-9a-f]{4})_/gi, (_, hex) => {
      const code = Number.parseInt(hex, 16);
      return code < 32 && ![9, 10, 13].includes(code) ? "" : String.fromCharCode(code);
    })
    .replace(/\r\n?/g, "\n")
    .toWellFormed();
}

/**
 * The table, and below it what a table cannot show: formulas, merged cells, comments, what is hidden.
 * @param written number of characters of the sheets before
 */
function readSheet(files, part, context, written) {
  const sheet = {
    rows: [],
    /** Number of the last row of `rows`. */
    rowNumber: 0,
    length: written,
    formulas: [],
    merged: [],
    hiddenRows: [],
    hiddenColumns: [],
  };
  try {
    files.parse(part, readCells(sheet, context));
  } catch (error) {
    if (error !== CUT) throw error;
    count(context, "cut", 1);
  }
  const asides = readAsides(files, part, context.people);
  for (const code of ["pictures", "charts", "objects"]) count(context, code, asides[code]);
  count(context, "read-hidden-rows", sheet.hiddenRows.length);
  count(context, "read-hidden-columns", sheet.hiddenColumns.length);
  return [toCsv(sheet.rows), describeAsides(sheet, asides)].filter(Boolean).join("\n\n");
}

function readCells(sheet, context) {
  let row = [];
  /** Of the row that is read: rows need not say theirs. */
  let number = 0;
  let cell = null;
  let value = "";
  let formula = null;
  let isValue = false;
  const inline = readInlineText((text) => {
    value = text;
  }, "is");
  const opens = {
    row({ r, hidden, ht }) {
      row = [];
      number = Math.max(Number.parseInt(r, 10) || 0, number + 1);
      if (isTrue(hidden) || isNothing(ht)) sheet.hiddenRows.push(number);
    },
    col({ min, max, hidden, width }) {
      if (isTrue(hidden) || isNothing(width))
        sheet.hiddenColumns.push(min === max ? letters(min) : `${letters(min)}:${letters(max)}`);
    },
    c(attributes) {
      cell = { at: columnOf(attributes.r) ?? row.length, ...attributes };
      value = "";
      formula = null;
    },
    f({ ref }) {
      formula = { at: ref ?? cell?.r, text: "" };
    },
    mergeCell({ ref }) {
      sheet.merged.push(ref);
    },
  };
  const endCell = () => {
    if (formula?.text) sheet.formulas.push(formula);
    if (!cell) return;
    const shown = shownValue(cell, value, context);
    if (cell.at >= COLUMNS_MAX) {
      if (shown !== "") count(context, "cut", 1);
      return;
    }
    while (row.length < cell.at) row.push("");
    row[cell.at] = shown;
  };
  const endRow = () => {
    if (row.every((one) => one === "")) return;
    sheet.rows.push(...blankRows(sheet.rowNumber + 1, number - 1), row);
    sheet.rowNumber = number;
    sheet.length += row.reduce((sum, one) => sum + one.length + 1, 0);
    if (sheet.length > TEXT_MAX_CHARS) throw CUT;
  };
  let isFormula = false;
  return {
    open(tag, attributes) {
      inline.open(tag, attributes);
      opens[tag]?.(attributes);
      isValue = tag === "v";
      isFormula = tag === "f";
    },
    text(piece) {
      inline.text(piece);
      if (isValue) value += piece;
      if (isFormula && formula) formula.text += piece;
    },
    close(tag) {
      inline.close(tag);
      isValue = false;
      isFormula = false;
      if (tag === "c") endCell();
      if (tag === "row") endRow();
    },
  };
}

/** Lines for the rows from the first to the last, which have nothing in them. */
function blankRows(first, last) {
  const length = last - first + 1;
  if (length > BLANK_ROWS_MAX) return [`[rows ${first} to ${last} are blank]`];
  return Array.from({ length: Math.max(length, 0) }, () => "");
}

const isTrue = (value) => value === "1" || value === "true";
/** Of no height or width. */
const isNothing = (size) => size !== undefined && Number(size) === 0;

/** The letters of a column, from 1. */
function letters(column) {
  let rest = Number(column) || 1;
  let name = "";
  for (; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** @returns the column of an address such as `AB12`, from 0 */
function columnOf(address) {
  const letters = /^[A-Z]{1,3}/.exec(address ?? "")?.[0];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function shownValue({ t, s }, value, { strings, formatOf, is1904 }) {
  if (t === "s") return strings[Number(value)] ?? "";
  if (t === "str") return decodeEscapes(value);
  if (t === "b") return value === "1" ? "TRUE" : "FALSE";
  if (t === "inlineStr" || t === "e" || t === "d" || value === "") return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return showNumber(number, formatOf(Number(s ?? 0)), is1904);
}

/** Rows of one length, quoted as RFC 4180 says. @param rows cells, or a line as it is */
function toCsv(rows) {
  const cells = rows.filter((row) => typeof row !== "string");
  const width = cells.reduce((widest, row) => Math.max(widest, row.length), 0);
  const lineOf = (row) => Array.from({ length: width }, (_, at) => quote(row[at] ?? "")).join(",");
  return rows.map((row) => (typeof row === "string" ? row : lineOf(row))).join("\n");
}

function quote(value) {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

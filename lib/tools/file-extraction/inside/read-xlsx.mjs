/** Extracts the sheets of an Excel workbook as tables: comma-separated, each below a line with its name. */
import { attribute, openPackage } from "./open-package.mjs";
import { readDateStyles, toDate } from "./xlsx-dates.mjs";

const SHEETS_MAX = 200;
const COLUMNS_MAX = 512;
const TEXT_MAX_CHARS = 2_000_000;
const CUT = Symbol("cut");

/** @param {Buffer} bytes */
export async function readXlsx(bytes, htmlparserPath) {
  const { Parser } = await import(htmlparserPath);
  try {
    const files = openPackage(bytes, Parser);
    const book = readWorkbook(files);
    const context = { strings: readStrings(files, book), ...readDateStyles(files, book.styles) };
    const pageStarts = [];
    let text = "";
    for (const { name, isHidden, part } of book.sheets.slice(0, SHEETS_MAX)) {
      if (text.length >= TEXT_MAX_CHARS) break;
      pageStarts.push(text.length);
      const hidden = isHidden ? " (hidden)" : "";
      const table = readSheet(files, part, { ...context, is1904: book.is1904 }, text.length);
      text += `[sheet ${pageStarts.length}: ${name.replace(/\s+/g, " ")}${hidden}]\n${table}\n\n`;
    }
    if (text.replace(/^\[sheet .*\]$/gm, "").trim() === "") return { ok: false, reason: "no-text" };
    return { ok: true, text: text.trimEnd(), pageStarts, pageCount: book.sheets.length };
  } catch (error) {
    return { ok: false, reason: error?.reason ?? "damaged" };
  }
}

function readWorkbook(files) {
  const main = files.main();
  const relations = files.relations(main);
  const partOf = (type) => [...relations.values()].find((one) => one.type === type)?.target ?? "";
  const sheets = [];
  let is1904 = false;
  files.parse(main, {
    open(tag, attributes) {
      if (tag === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904);
      if (tag !== "sheet") return;
      const relation = relations.get(attribute(attributes, "id"));
      // A sheet may also be a chart, which has no cells.
      if (relation?.type !== "worksheet") return;
      const isHidden = (attributes.state ?? "visible") !== "visible";
      sheets.push({ name: attributes.name ?? "", isHidden, part: relation.target });
    },
  });
  return { sheets, is1904, strings: partOf("sharedStrings"), styles: partOf("styles") };
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
  let isText = false;
  let hints = 0;
  return {
    open(tag) {
      if (tag === element) text = "";
      if (tag === "rPh") hints += 1;
      isText = tag === "t" && hints === 0;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(tag) {
      if (tag === "rPh") hints -= 1;
      if (tag === "t") isText = false;
      if (tag === element) onEnd(text);
    },
  };
}

/** @param written number of characters of the sheets before */
function readSheet(files, part, context, written) {
  const rows = [];
  let length = written;
  let row = [];
  let cell = null;
  let value = "";
  let isValue = false;
  const inline = readInlineText((text) => {
    value = text;
  }, "is");
  const handlers = {
    open(tag, attributes) {
      inline.open(tag);
      if (tag === "row") row = [];
      if (tag === "c") {
        cell = { at: columnOf(attributes.r) ?? row.length, ...attributes };
        value = "";
      }
      isValue = tag === "v";
    },
    text(piece) {
      inline.text(piece);
      if (isValue) value += piece;
    },
    close(tag) {
      inline.close(tag);
      if (tag === "v") isValue = false;
      if (tag === "c" && cell.at < COLUMNS_MAX) {
        while (row.length < cell.at) row.push("");
        row[cell.at] = shownValue(cell, value, context);
      }
      if (tag !== "row" || row.every((one) => one === "")) return;
      rows.push(row);
      length += row.reduce((sum, one) => sum + one.length + 1, 0);
      if (length > TEXT_MAX_CHARS) throw CUT;
    },
  };
  try {
    files.parse(part, handlers);
  } catch (error) {
    if (error !== CUT) throw error;
    return `${toCsv(rows)}\n[cut here: the sheet has more rows]`;
  }
  return toCsv(rows);
}

/** @returns the column of an address such as `AB12`, from 0 */
function columnOf(address) {
  const letters = /^[A-Z]{1,3}/.exec(address ?? "")?.[0];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function shownValue({ t, s }, value, { strings, isDate, is1904 }) {
  if (t === "s") return strings[Number(value)] ?? "";
  if (t === "b") return value === "1" ? "TRUE" : "FALSE";
  if (t === "str" || t === "inlineStr" || t === "e" || t === "d" || value === "") return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (isDate(Number(s ?? 0))) return toDate(number, is1904);
  // Fifteen digits, as Excel shows them: 0.1 + 0.2 is 0.3.
  return String(Number(number.toPrecision(15)));
}

/** Rows of one length, quoted as RFC 4180 says. */
function toCsv(rows) {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return rows
    .map((row) => Array.from({ length: width }, (_, at) => quote(row[at] ?? "")).join(","))
    .join("\n");
}

function quote(value) {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Extracts the sheets of an Excel workbook as tables: comma-separated, each below a line with its name. */
import { attribute, openPackage } from "./open-package.mjs";

const SHEETS_MAX = 200;
const COLUMNS_MAX = 512;
const TEXT_MAX_CHARS = 2_000_000;
const CUT = Symbol("cut");

/** The formats for dates and times that need no definition. */
const BUILT_IN = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
const DAY_MS = 86_400_000;
/** Day 0 of the two calendars. The earlier one counts a 29th of February 1900, so that day 60 is the first right one. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

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

// Dates in a workbook: numbers whose format says that they are days (ECMA-376, part 1, 18.8.30 and 18.17.4).

/** @returns `isDate`, which tells by the number of a cell's style */
function readDateStyles(files, part) {
  const custom = new Map();
  const formats = [];
  let isCells = false;
  files.parse(part, {
    open(tag, { numFmtId, formatCode }) {
      if (tag === "cellXfs") isCells = true;
      if (tag === "numFmt") custom.set(Number(numFmtId), formatCode ?? "");
      if (tag === "xf" && isCells) formats.push(Number(numFmtId ?? 0));
    },
    close(tag) {
      if (tag === "cellXfs") isCells = false;
    },
  });
  const dates = formats.map((id) => BUILT_IN.has(id) || isDateFormat(custom.get(id) ?? ""));
  return { isDate: (style) => dates[style] ?? false };
}

/** Without quoted text, escaped characters, and brackets other than those of elapsed time. */
function isDateFormat(code) {
  const plain = code.replace(/"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, "");
  return /[ymdhs]/i.test(plain) && !/general/i.test(plain);
}

/** @returns `2026-01-31`, `2026-01-31 13:30:00` or, below one day, `13:30:00` */
function toDate(days, is1904) {
  const epoch = is1904 ? EPOCH_1904 : EPOCH_1900;
  const at = new Date(epoch + Math.round((days * DAY_MS) / 1_000) * 1_000);
  if (Number.isNaN(at.getTime())) return String(days);
  const [date = "", time = ""] = at.toISOString().slice(0, 19).split("T");
  if (days >= 0 && days < 1) return time;
  return time === "00:00:00" ? date : `${date} ${time}`;
}

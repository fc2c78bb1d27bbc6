/** Puts the pieces of text of a PDF page into reading order: lines, columns, and tables with bars between their cells. */
import { raiseFigures } from "../raise-figures.mjs";

/** In heights of a line: how far apart pieces are that belong to one line, one word, one cell. */
const SAME_LINE = 0.5;
const SAME_WORD = 0.2;
const SAME_CELL = 1.2;
const GUTTER = 0.8;
/** Above or below the line are smaller letters right behind others, so many heights of these apart. */
const SMALLER = 0.85;
const RAISED = { beside: 0.5, above: 0.8, below: 0.5, least: 0.1 };
const RAISED_MAX_CHARS = 12;
/** Columns have so many lines each, of so many characters on average; cells of a table are shorter. */
const COLUMN_LINES_MIN = 3;
const COLUMN_CHARS_MIN = 18;
const CANDIDATES_MAX = 80;
const DEPTH_MAX = 6;
const QUARTER = Math.PI / 2;

/**
 * @param items of `getTextContent`
 * @param toPage the transform of the page's viewport, which holds the page's rotation
 */
export function layOutPage(items, toPage) {
  const turned = [[], [], [], []];
  let last = null;
  for (const item of items) {
    const piece = placeOf(item, toPage);
    if (!piece) continue;
    turned[piece.quarter].push(piece);
    if (piece.text.trim() === "") continue;
    if (last) putOnLine(piece, last);
    last = piece;
  }
  // Most pages have one direction; what stands across it follows.
  return turned
    .filter((pieces) => pieces.some(({ text }) => text.trim() !== ""))
    .sort((one, other) => other.length - one.length)
    .map((pieces) => layOut(toLines(pieces), 0))
    .join("\n");
}

/** Where a piece stands, seen so that its text runs from left to right and lines go down. */
function placeOf({ str, transform, width = 0, height = 0, dir }, m) {
  if (!str || !transform) return null;
  const [a, b, , , e, f] = transform;
  const x = m[0] * e + m[2] * f + m[4];
  const y = m[1] * e + m[3] * f + m[5];
  const angle = Math.atan2(m[1] * a + m[3] * b, m[0] * a + m[2] * b);
  const quarter = ((Math.round(angle / QUARTER) % 4) + 4) % 4;
  const size = height || Math.hypot(transform[2], transform[3]) || 1;
  const [left, base] = [
    [x, y],
    [y, -x],
    [-x, -y],
    [-y, x],
  ][quarter];
  return { text: str, left, right: left + width, base, size, quarter, isRtl: dir === "rtl" };
}

/** What stands a little above or below the piece before it is of its line: 10⁶, a footnote's mark. */
function putOnLine(piece, { quarter, size, base, right }) {
  const rise = (base - piece.base) / size;
  const isBeside = Math.abs(piece.left - right) <= RAISED.beside * size;
  if (piece.quarter !== quarter || piece.size > SMALLER * size || !isBeside) return;
  if (piece.text.length > RAISED_MAX_CHARS || Math.abs(rise) < RAISED.least) return;
  if (rise > RAISED.above || rise < -RAISED.below) return;
  piece.text = raiseFigures(piece.text, rise > 0 ? "superscript" : "subscript");
  piece.base = base;
  piece.size = size;
}

/** Lines from top to bottom, each with its cells: pieces between which there is no wide gap. */
function toLines(pieces) {
  const lines = [];
  for (const piece of pieces.toSorted((one, other) => one.base - other.base)) {
    const last = lines.at(-1);
    if (last && piece.base - last.base <= SAME_LINE * Math.min(last.size, piece.size)) {
      last.pieces.push(piece);
      last.size = Math.max(last.size, piece.size);
    } else lines.push({ base: piece.base, size: piece.size, pieces: [piece] });
  }
  return lines
    .map(({ size, pieces: own }) => ({ size, cells: toCells(own, size) }))
    .filter(({ cells }) => cells.length > 0);
}

function toCells(pieces, size) {
  const cells = [];
  let isSpaced = false;
  for (const piece of pieces.toSorted((one, other) => one.left - other.left)) {
    if (piece.text.trim() === "") {
      isSpaced = true;
      continue;
    }
    const last = cells.at(-1);
    const gap = last ? piece.left - last.right : 0;
    if (last && gap <= SAME_CELL * size) {
      const blank = isSpaced || gap > SAME_WORD * size ? " " : "";
      // Of writing from right to left, what stands further right comes first.
      last.text =
        piece.isRtl && last.isRtl
          ? `${piece.text}${blank}${last.text}`
          : `${last.text}${blank}${piece.text}`;
      last.right = Math.max(last.right, piece.right);
    } else cells.push({ ...piece });
    isSpaced = false;
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, " ").trim() }));
}

function layOut(lines, depth) {
  const columns = depth < DEPTH_MAX ? findColumns(lines) : null;
  if (!columns) return writeLines(lines);
  const { start, end, x } = columns;
  const side = (keeps) =>
    lines
      .slice(start, end)
      .map((line) => ({ ...line, cells: line.cells.filter(keeps) }))
      .filter(({ cells }) => cells.length > 0);
  return [
    lines.slice(0, start),
    side((cell) => cell.right <= x),
    side((cell) => cell.left >= x),
    lines.slice(end),
  ]
    .filter((part) => part.length > 0)
    .map((part) => layOut(part, depth + 1))
    .join("\n");
}

/** The longest run of lines with a gutter between two columns of text. */
function findColumns(lines) {
  if (lines.length < COLUMN_LINES_MIN) return null;
  const starts = lines.flatMap(({ cells }) => cells.map(({ left }) => Math.floor(left)));
  const candidates = [...new Set(starts)].slice(0, CANDIDATES_MAX);
  let best = null;
  for (const x of candidates)
    for (const run of runsBeside(lines, x)) {
      if (best && run.end - run.start <= best.end - best.start) continue;
      if (areColumns(lines.slice(run.start, run.end), x)) best = { ...run, x };
    }
  return best;
}

/** Runs of lines of which no cell crosses this place. */
function* runsBeside(lines, x) {
  let start = 0;
  for (let index = 0; index <= lines.length; index += 1) {
    const line = lines[index];
    if (line && !line.cells.some(({ left, right }) => left < x && right > x)) continue;
    if (index - start >= COLUMN_LINES_MIN) yield { start, end: index };
    start = index + 1;
  }
}

function areColumns(lines, x) {
  const left = lines.flatMap(({ cells }) => cells.filter(({ right }) => right <= x));
  const right = lines.flatMap(({ cells }) => cells.filter((cell) => cell.left >= x));
  if (Math.min(left.length, right.length) < COLUMN_LINES_MIN) return false;
  const size = lines.reduce((sum, line) => sum + line.size, 0) / lines.length;
  const from = left.reduce((most, cell) => Math.max(most, cell.right), -Infinity);
  const to = right.reduce((least, cell) => Math.min(least, cell.left), Infinity);
  const chars = (cells) => cells.reduce((sum, { text }) => sum + text.length, 0) / cells.length;
  return to - from >= GUTTER * size && Math.min(chars(left), chars(right)) >= COLUMN_CHARS_MIN;
}

/** Neighbouring lines of several cells are rows of a table. */
function writeLines(lines) {
  const written = [];
  for (let start = 0; start < lines.length; ) {
    let end = start;
    while (end < lines.length && lines[end].cells.length > 1) end += 1;
    if (end - start >= 2) written.push(...writeTable(lines.slice(start, end)));
    else {
      end = start + 1;
      written.push(lines[start].cells.map(({ text }) => text).join("  "));
    }
    start = end;
  }
  return written.join("\n");
}

/** Cells above each other are in one column; a row without one of them has a blank cell. */
function writeTable(rows) {
  const columns = [];
  for (const cell of rows
    .flatMap(({ cells }) => cells)
    .sort((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last && cell.left < last.right) last.right = Math.max(last.right, cell.right);
    else columns.push({ left: cell.left, right: cell.right });
  }
  if (columns.length < 2) return rows.map(({ cells }) => cells.map(({ text }) => text).join("  "));
  return rows.map(({ cells }) =>
    columns
      .map(({ left, right }) =>
        cells
          .filter((cell) => cell.left >= left && cell.left < right)
          .map(({ text }) => text)
          .join(" "),
      )
      .join(" | "),
  );
}

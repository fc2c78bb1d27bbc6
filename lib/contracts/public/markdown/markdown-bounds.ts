/** How deep and how large Markdown may be. What is beyond is shown as text, so that it cannot break its page. Pure. */
import type { Token, Tokens } from "marked";
import {
  CONTAINER_DEPTH_MAX,
  CONTAINER_LINES_MAX,
  DIAGRAMS_MAX,
  FORMULAS_MAX,
  LABEL_WORK_MAX_CHARS,
  MARKDOWN_MAX_CHARS,
  PAGE_WEIGHT_MAX,
  TABLE_CELLS_MAX,
  TOKEN_DEPTH_MAX,
} from "../../limits.ts";
import { labelWork } from "./label-work.ts";

/** From each of them, the parser looks for as many. */
const TOO_MANY_TICKS = "`".repeat(200);
/** Columns of indentation that one level of a list takes at least. */
const LEVEL_COLUMNS = 2;
const TAB_COLUMNS = 4;

/**
 * Looks at each line once, and reads nothing recursively. It stands before the parser, whose containers read their
 * contents anew on each level.
 */
export function fitsParser(text: string): boolean {
  if (text.length > MARKDOWN_MAX_CHARS || text.includes(TOO_MANY_TICKS)) return false;
  if (labelWork(text) > LABEL_WORK_MAX_CHARS) return false;
  const lines = text.split("\n");
  let columns = 0;
  let rows = 0;
  let cells = 0;
  let depth = 0;
  let linesRead = 0;
  let isAfterBlank = true;
  for (const line of lines) {
    // Each container reads its lines, and those that may be its own.
    const begins = isAfterBlank && /^\S/.test(line);
    depth = containerDepth(line) || (begins ? 0 : depth);
    isAfterBlank = line.trim() === "";
    linesRead += depth;
    if (depth > CONTAINER_DEPTH_MAX || linesRead > CONTAINER_LINES_MAX) return false;
    if (isAfterBlank) columns = 0;
    else if (isTableRule(line)) {
      columns = Math.max(columns, line.split("|").length);
      rows = 0;
    } else rows += 1;
    if (columns > 0) cells += columns;
    if (columns * rows > TABLE_CELLS_MAX || cells > TABLE_CELLS_MAX) return false;
  }
  return true;
}

/** At most that many containers begin at a line, with those that its indentation continues. */
function containerDepth(line: string): number {
  let columns = 0;
  let markers = 0;
  let at = 0;
  for (; at < line.length; at += 1) {
    const sign = line.charCodeAt(at);
    if (sign === SPACE) columns += 1;
    else if (sign === TAB) columns += TAB_COLUMNS;
    else {
      const length = markerLength(line, at);
      if (length === 0) break;
      markers += 1;
      at += length - 1;
    }
    if (markers > CONTAINER_DEPTH_MAX) break;
  }
  // Indentation before anything but a marker is code, or a line of a paragraph.
  return markers === 0 ? 0 : markers + Math.floor(columns / LEVEL_COLUMNS);
}

const SPACE = 32;
const TAB = 9;
const MARKER = /(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)|\[\^[^\]\s]{1,80}\]:)/y;

/** @returns 0 where no container begins */
function markerLength(line: string, at: number): number {
  MARKER.lastIndex = at;
  return MARKER.exec(line)?.[0].length ?? 0;
}

/** The line below the head of a table. */
function isTableRule(line: string): boolean {
  return line.includes("|") && line.includes("-") && /^[\s>|:-]+$/.test(line);
}

/**
 * Looks at what the parser made, level by level. Formulas and diagrams beyond the first ones are marked as left out.
 * @returns false where it is nested too deep, or too large to be drawn
 */
export function fitsPage(tokens: readonly Token[]): boolean {
  let weight = 0;
  let formulas = 0;
  let diagrams = 0;
  let level: readonly Token[] = tokens;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > TOKEN_DEPTH_MAX) return false;
    const next: Token[] = [];
    for (const token of level) {
      weight += weightOf(token);
      if (weight > PAGE_WEIGHT_MAX) return false;
      if (token.type === "math") {
        formulas += 1;
        if (formulas > FORMULAS_MAX) leaveOut(token);
      }
      if (isDiagram(token)) {
        diagrams += 1;
        if (diagrams > DIAGRAMS_MAX) leaveOut(token);
      }
      for (const inner of childrenOf(token)) next.push(inner);
    }
    level = next;
  }
  return true;
}

/** A diagram in Mermaid's language. */
export function isDiagram(token: Token): boolean {
  return token.type === "code" && token.lang?.trim().toLowerCase() === "mermaid";
}

function leaveOut(token: Token): void {
  (token as Tokens.Generic).isLeftOut = true;
}

/** True for a formula or a diagram that is shown as its source, because there are too many before it. */
export function isLeftOut(token: Token): boolean {
  return (token as Tokens.Generic).isLeftOut === true;
}

/** A block of code comes with its buttons; an address stands in two attributes of its link. */
const CODE_WEIGHT = 30;
const CHARS_PER_WEIGHT = 100;

function weightOf(token: Token): number {
  if (token.type === "code") return CODE_WEIGHT;
  if (token.type === "link" || token.type === "image")
    return 1 + Math.floor((token.href?.length ?? 0) / CHARS_PER_WEIGHT);
  return 1;
}

function childrenOf(token: Token): readonly Token[] {
  if (token.type === "list") return (token as Tokens.List).items;
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().flatMap(({ tokens }) => [CELL, ...tokens]);
  }
  return "tokens" in token && Array.isArray(token.tokens) ? token.tokens : [];
}

const CELL: Token = { type: "cell", raw: "" };

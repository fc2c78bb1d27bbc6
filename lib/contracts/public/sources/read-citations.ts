/**
 * Finds citations, `[2]`, in an answer's Markdown. Not citations: numbers in code, in links and their labels, footnotes
 * (`[^1]`), escaped brackets, definitions (`[1]: …`), and what follows a word at once (`a[1]`).
 */

/** Offsets are UTF-16 code units. */
export type Citation = { start: number; end: number; numbers: number[] };

/** One or several in a row, each with one number or several: `[1]`, `[1][2]`, `[1, 2]`. */
const CITATIONS = /(?<![\p{L}\p{N}_)\]\\!])(?:\[\d{1,3}(?:, ?\d{1,3}){0,9}\])+(?![([])/gu;

/** @param text of one piece of Markdown without code and links, as its parser gives it */
export function findCitations(text: string): Citation[] {
  return [...text.matchAll(CITATIONS)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    numbers: (found.match(/\d+/g) ?? []).map(Number),
  }));
}

/** In a whole answer. Reads Markdown roughly: `citedNumbers` decides what is a citation. */
function readCitations(markdown: string): Citation[] {
  return markdown.includes("[") ? findCitations(maskOthers(markdown)) : [];
}

/** The answer without its citations, for what outlives the run in which their numbers mean something. */
export function withoutCitations(markdown: string): string {
  return readCitations(markdown).reduceRight((text, { start, end }) => {
    let before = start;
    while (before > 0 && BLANKS.has(text[before - 1])) before -= 1;
    return text.slice(0, before) + text.slice(end);
  }, markdown);
}

const BLANKS: ReadonlySet<string | undefined> = new Set([" ", "\t"]);

const FENCE = /^[ \t]*(?:(?:>|[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})/;
/** It does not begin at an escaped bracket: each of many would be read to the end of the text. */
const LINK =
  /(?<!(?<!\\)(?:\\\\)*\\)!?\[(?:[^[\]\\]|\\.|\[[^[\]]*\])*\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/g;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]/;

/** Replaces code, links and definitions by as many letters, so that offsets stay. */
function maskOthers(markdown: string): string {
  let fence: string | null = null;
  let isAfterBlank = true;
  let isInList = false;
  const lines = markdown.split("\n").map((line) => {
    const mark: string | undefined = FENCE.exec(line)?.[1];
    if (fence !== null) {
      const rest: string = line.replace(/^[ \t>]*/, "").trimEnd();
      if (mark?.startsWith(fence) && /^(?:`+|~+)$/.test(rest)) fence = null;
      return mask(line);
    }
    if (mark) {
      fence = mark;
      return mask(line);
    }
    if (line.trim() === "") {
      isAfterBlank = true;
      return line;
    }
    if (LIST_ITEM.test(line)) isInList = true;
    else if (/^\S/.test(line)) isInList = false;
    const isCode = isAfterBlank && !isInList && /^(?: {4}|\t)/.test(line);
    isAfterBlank = isCode;
    return isCode || /^ {0,3}\[\d+\]:/.test(line) ? mask(line) : line;
  });
  return lines
    .join("\n")
    .replace(/(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\1(?!`)/g, mask)
    .replace(LINK, mask)
    .replace(/<[a-z][^<>\n]*>/gi, mask);
}

const mask = (text: string) => "x".repeat(text.length);

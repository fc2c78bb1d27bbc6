/** Makes the end of an unfinished answer readable: closes open marks and hides incomplete ones. Pure. */
import { scanInline } from "@/lib/contracts/public/markdown/inline-scan.ts";

/** A last line that is only the beginning of a list item, heading, rule, quote, fence or table. */
const HALF_LINE = /^\n?[ \t]*(?:(?:[-*+>#=`~]{1,6}|\d{1,9}[.)]?)[ \t]*|\|[^\n]*)$/;
/** A longer last line is left as it is: what may be half of it stands at its end. */
const LAST_LINE_MAX_CHARS = 2_000;
const LONE_TABLE_HEAD = /^\|[^\n]*\n?$/;
/** The line that may name an alert. */
const HALF_ALERT = /^ {0,3}(?:> ?)+\[!?[A-Za-z]*\]?[ \t]*$/;
const HALF_LINK = /(?<!\\)!?\[((?!\^|\d|!)[^\]\n]*)(?:\]\([^)\n]*|\])?$/;
const CLOSED_LINK = /!?\[[^\]\n]*\]\([^)\n]*\)$/;
/** The beginning of a tag that is drawn, of a character reference, or of an escape. */
const HALF_TAG = /<(?:\/?([a-zA-Z]{0,7})[ \t]*\/?|details\s[^<>\n]*)$/;
const TAGS = ["sub", "sup", "kbd", "u", "mark", "br", "details", "summary"];
const HALF_REFERENCE = /&(?:#[xX]?[\da-fA-F]{0,7}|[a-zA-Z][a-zA-Z\d]{0,31})?$/;
const HALF_ESCAPE = /(?<!\\)(?:\\\\)*\\$/;
const LAST_MARK = /(?:[*_~]|<(?:sub|sup|kbd|u|mark)>)+$/i;
const ENDING_MAX_CHARS = 200;
const FENCE = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3,}|~{3,})/gm;

/** @param text the last block of an answer that is still being written; not a code block */
export function settleTail(text: string): string {
  // Within code, a mark is a letter.
  if (isInFence(text)) return text;
  if (HALF_ALERT.test(text)) return "";
  const lines = withoutHalfLine(withoutOpenFormula(text)).replace(LONE_TABLE_HEAD, "");
  return closeMarks(withoutHalfLink(lines));
}

/** A block of HTML is shown as it is, but for a tag that may become one that is drawn. */
export function settleHtml(text: string): string {
  return withoutHalfTag(text);
}

function isInFence(text: string): boolean {
  return (
    (text.match(FENCE)?.length ?? 0) % 2 === 1 && !HALF_LINE.test(text.slice(lastLineStart(text)))
  );
}

function withoutHalfLine(text: string): string {
  const at = lastLineStart(text);
  return text.length - at <= LAST_LINE_MAX_CHARS && HALF_LINE.test(text.slice(at))
    ? text.slice(0, at)
    : text;
}

function withoutHalfLink(text: string): string {
  const at = lastLineStart(text);
  const line = text.slice(at);
  if (line.length > LAST_LINE_MAX_CHARS || CLOSED_LINK.test(line)) return text;
  return text.slice(0, at) + line.replace(HALF_LINK, "$1");
}

/** Of the line with the break before it. */
const lastLineStart = (text: string) => Math.max(0, text.lastIndexOf("\n"));

/** Half a formula would be shown as its source. */
function withoutOpenFormula(text: string): string {
  const start = lastParagraphStart(text);
  const { openFormula, unclosed } = scanInline(text.slice(start), nothing, true);
  const isInCode = unclosed.some(
    ({ at, closing }) => closing[0] === "`" && at < (openFormula ?? 0),
  );
  return openFormula === null || isInCode ? text : text.slice(0, start + openFormula);
}

const nothing = () => false;

/** Closes what the last paragraph leaves open. */
function closeMarks(text: string): string {
  const start = lastParagraphStart(text);
  const shown = withoutHalfEnd(text.slice(start));
  const { unclosed } = scanInline(shown, nothing, true);
  const marks = unclosed.toReversed().map(({ closing }) => closing);
  if (/<summary>(?![\s\S]*<\/summary>)/i.test(shown)) marks.push("</summary>");
  const [first] = marks;
  if (first === undefined) return text.slice(0, start) + shown;
  // Nothing is trimmed in code; elsewhere, a sign before the closing one would be part of it.
  const end = first.startsWith("`") ? shown : withoutSign(shown.trimEnd(), first[0] ?? "");
  return text.slice(0, start) + end + marks.join("");
}

function withoutSign(text: string, sign: string): string {
  let end = text.length;
  while (sign !== "<" && text[end - 1] === sign) end -= 1;
  return text.slice(0, end).trimEnd();
}

/** The paragraph without what is half at its end. */
function withoutHalfEnd(paragraph: string): string {
  const { unclosed } = scanInline(paragraph, nothing, true);
  const code = unclosed.find(({ closing }) => closing.startsWith("`"));
  if (code) {
    const inside = paragraph.slice(code.at + code.closing.length).replace(/`+$/, "");
    if (inside === "") return withoutLastMark(paragraph.slice(0, code.at));
    return paragraph.slice(0, code.at) + code.closing + inside;
  }
  return withoutLastMark(
    withoutEnd(withoutEnd(withoutHalfTag(paragraph), HALF_REFERENCE), HALF_ESCAPE),
  );
}

/** A mark at the end either closes, and is put there again, or opens what has not come yet. */
function withoutLastMark(text: string): string {
  const mark = LAST_MARK.exec(text.slice(-ENDING_MAX_CHARS))?.[0];
  return mark ? text.slice(0, -mark.length).trimEnd() : text;
}

function withoutHalfTag(text: string): string {
  const end = text.slice(-ENDING_MAX_CHARS);
  const found = HALF_TAG.exec(end);
  const name = found?.[1]?.toLowerCase() ?? "";
  if (!found || !TAGS.some((tag) => tag.startsWith(name))) return text;
  return text.slice(0, text.length - end.length + found.index);
}

function withoutEnd(text: string, half: RegExp): string {
  const end = text.slice(-ENDING_MAX_CHARS);
  const found = half.exec(end);
  return found ? text.slice(0, text.length - end.length + found.index) : text;
}

function lastParagraphStart(text: string): number {
  const blank = text.lastIndexOf("\n\n");
  return Math.max(blank < 0 ? 0 : blank + 2, lastItemStart(text));
}

/** Where the last list item begins: emphasis does not reach across items. */
function lastItemStart(text: string): number {
  const items = [...text.matchAll(/(?:^|\n)[ \t]*(?:[-*+]|\d{1,9}[.)]) /g)];
  const last = items.at(-1);
  return last ? last.index + last[0].length : 0;
}

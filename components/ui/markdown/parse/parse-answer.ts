/** Parses an answer into blocks. While it grows, only its end is parsed again. Pure. */
import type { Token } from "marked";
import { readMarkdown } from "@/lib/contracts/public/markdown/markdown-parser.ts";
import { withoutOpenMaths } from "@/lib/contracts/public/markdown/math-tokens.ts";

/** A last line that is only the beginning of a list item, heading, rule, quote, fence or table. */
const HALF_LINE = /^\n?[ \t]*(?:(?:[-*+>#=`~]{1,6}|\d{1,9}[.)]?)[ \t]*|\|[^\n]*)$/;
/** A longer last line is left as it is: what may be half of it stands at its end. */
const LAST_LINE_MAX_CHARS = 2_000;
const LONE_TABLE_HEAD = /^\|[^\n]*\n?$/;
const HALF_LINK = /!?\[([^\]\n]*)(?:\]\([^)\n]*)?$/;
const CLOSED_LINK = /!?\[[^\]\n]*\](?:\([^)\n]*\))?$/;
/** Blocks whose end is shown as it is while they grow. */
const SETTLED = new Set(["code", "html", "unformatted"]);
const closers = (open: string[]) => open.toReversed().join("");

export type ParsedAnswer = {
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The number of leading blocks that added text can no longer change. */
  readonly solid: number;
};

/** The number of blocks at the end that later text can still change (a list that continues, a table's head). */
const UNSETTLED_BLOCKS = 2;

/** Parses what a person wrote: a line that they ended stays a line. */
export function parseSaid(source: string): ParsedAnswer {
  const text = source.replace(/\r\n?/g, "\n");
  return { text, blocks: withLevels(lex(text, 0, "person")), solid: 0 };
}

/**
 * @param before what was parsed of the same answer earlier
 * @param isGrowing more text will come: solid blocks are kept as they are
 */
export function parseAnswer(
  source: string,
  before: ParsedAnswer | null,
  isGrowing: boolean,
): ParsedAnswer {
  const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
  const kept =
    isGrowing && before && text.startsWith(before.text) ? before.blocks.slice(0, before.solid) : [];
  const last = kept.at(-1);
  const from = last ? last.start + last.token.raw.length : 0;
  const blocks = withLevels([...kept, ...lex(text.slice(from), from)]);
  const solid = Math.max(0, blocks.length - UNSETTLED_BLOCKS);
  return { text, blocks: isGrowing ? settleLast(blocks) : blocks, solid };
}

function lex(text: string, offset: number, by: "assistant" | "person" = "assistant"): Block[] {
  let start = offset;
  const blocks: Block[] = [];
  for (const token of readMarkdown(text, by) ?? [unformatted(text)]) {
    if (token.type !== "space") blocks.push({ token, start });
    start += token.raw.length;
  }
  return blocks;
}

/** A text that is too much for the parser, as one block. */
function unformatted(text: string): Token {
  return { type: UNFORMATTED, raw: text };
}

export const UNFORMATTED = "unformatted";

function settleLast(blocks: Block[]): Block[] {
  const last = blocks.at(-1);
  if (!last || SETTLED.has(last.token.type)) return blocks;
  const settled = settleTail(last.token.raw);
  if (settled === last.token.raw) return blocks;
  const tokens = readMarkdown(settled, "assistant")?.filter(({ type }) => type !== "space");
  if (!tokens) return blocks;
  return [...blocks.slice(0, -1), ...tokens.map((token) => ({ token, start: last.start }))];
}

/** `level` is set for headings: 2 to 6. */
type Block = { readonly token: Token; readonly start: number; readonly level?: number };

/** A level follows from the headings before, so that added text changes none of them. */
function withLevels(blocks: readonly Block[]): Block[] {
  const above: { depth: number; level: number }[] = [];
  return blocks.map((block) => {
    const { token } = block;
    if (token.type !== "heading") return block;
    while ((above.at(-1)?.depth ?? 0) >= token.depth) above.pop();
    const level = Math.min(6, (above.at(-1)?.level ?? 1) + 1);
    above.push({ depth: token.depth, level });
    return block.level === level ? block : { ...block, level };
  });
}

/**
 * Makes the end of an unfinished answer readable: closes open marks and hides incomplete ones. Pure.
 * @param text the last block of an answer that is still being written; not a code block
 */
export function settleTail(text: string): string {
  const shown = withoutOpenMaths(text);
  const lines = withoutHalfLine(shown).replace(LONE_TABLE_HEAD, "");
  return closeMarks(withoutHalfLink(lines));
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

/** Closes code spans and emphasis that the last paragraph leaves open. */
function closeMarks(text: string): string {
  const start = Math.max(text.lastIndexOf("\n\n") + 2, lastItemStart(text), 0);
  const open: string[] = [];
  let at = start === 1 ? 0 : start;
  while (at < text.length) {
    const run = markAt(text, at);
    if (run === null) {
      at += text[at] === "\\" ? 2 : 1;
      continue;
    }
    const end = at + run.length;
    if (run.startsWith("`")) {
      const close = text.indexOf(run, end);
      if (close < 0)
        return end === text.length ? text.slice(0, at) + closers(open) : text + run + closers(open);
      at = close + run.length;
      continue;
    }
    // A mark at the very end either closes, or opens what has not come yet.
    if (end === text.length && open.at(-1) !== run)
      return text.slice(0, at).trimEnd() + closers(open);
    toggle(open, run, text[at - 1], text[end]);
    at = end;
  }
  return open.length === 0 ? text : text.trimEnd() + closers(open);
}

function markAt(text: string, at: number): string | null {
  const match = /^(?:`+|\*{1,3}|_{1,3}|~~)/.exec(text.slice(at, at + 8));
  return match?.[0] ?? null;
}

function toggle(open: string[], run: string, before = " ", after = " "): void {
  if (open.at(-1) === run) {
    open.pop();
    return;
  }
  const isInWord = run.startsWith("_") && /\w/.test(before);
  if (!isInWord && !/\s/.test(after)) open.push(run);
  else if (after === " " && open.includes(run)) open.splice(open.lastIndexOf(run));
}

/** Where the last list item begins: emphasis does not reach across items. */
function lastItemStart(text: string): number {
  const items = [...text.matchAll(/(?:^|\n)[ \t]*(?:[-*+]|\d{1,9}[.)]) /g)];
  const last = items.at(-1);
  return last ? last.index + last[0].length : 0;
}

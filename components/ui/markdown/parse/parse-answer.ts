/** Parses an answer into blocks. While it grows, only its end is parsed again. Pure. */
import type { Token } from "marked";
import { readMarkdown } from "@/lib/contracts/public/markdown/markdown-parser.ts";
import { settleHtml, settleTail } from "./settle-tail.ts";

/** Blocks whose end is shown as it is while they grow. */
const SETTLED = new Set(["code", "unformatted"]);

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
  const settle = last.token.type === "html" ? settleHtml : settleTail;
  const settled = settle(last.token.raw);
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

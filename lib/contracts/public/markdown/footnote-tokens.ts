/** Footnotes in Markdown as tokens: `[^name]` in the text, and `[^name]: what it says` as a block. Pure. */
import { type Token, type TokenizerAndRendererExtension, type Tokens, walkTokens } from "marked";
import { cutsAt } from "./paragraph-cut.ts";

type FootnoteToken = Tokens.Generic & { type: "footnote"; name: string; tokens: Token[] };
type FootnoteRefToken = Tokens.Generic & { type: "footnoteRef"; name: string };

const NAME = String.raw`\[\^([^\]\s]{1,80})\]`;
const REFERENCE = new RegExp(`^${NAME}`);
/** Its first line, the lines that follow it directly, and indented lines behind an empty one. */
const BLOCK = new RegExp(
  `^ {0,3}${NAME}:[ \\t]*((?:[^\\n]*)(?:\\n(?! {0,3}\\[\\^)[^\\n]*\\S[^\\n]*|\\n+(?:[ ]{2,}|\\t)\\S[^\\n]*)*)(?:\\n+|$)`,
);
const BLOCK_START = new RegExp(`\\n {0,3}${NAME}:`);

const block: TokenizerAndRendererExtension = {
  name: "footnote",
  level: "block",
  start: cutsAt(BLOCK_START),
  tokenizer(source) {
    const [raw, name, says = ""] = BLOCK.exec(source) ?? [];
    if (raw === undefined || name === undefined) return undefined;
    const tokens = this.lexer.blockTokens(says.replace(/^(?: {2,4}|\t)/gm, ""), []);
    return { type: "footnote", raw, name, tokens } satisfies FootnoteToken;
  },
};

const reference: TokenizerAndRendererExtension = {
  name: "footnoteRef",
  level: "inline",
  start: (source) => {
    const at = source.indexOf("[^");
    return at < 0 ? undefined : at;
  },
  tokenizer(source) {
    const [raw, name] = REFERENCE.exec(source) ?? [];
    if (raw === undefined || name === undefined) return undefined;
    return { type: "footnoteRef", raw, name } satisfies FootnoteRefToken;
  },
};

export const FOOTNOTES = [block, reference];

export type NumberedFootnote = { name: string; number: number; tokens: Token[] };

/**
 * The footnotes that the text refers to, in the order in which it does.
 * @param tokens the blocks of one message
 */
export function numberFootnotes(tokens: Token[]): NumberedFootnote[] {
  const names = new Set<string>();
  const said = new Map<string, Token[]>();
  walkTokens(tokens, (token) => {
    if (token.type === "footnoteRef") names.add(token.name);
    if (token.type === "footnote" && !said.has(token.name))
      said.set(token.name, token.tokens ?? []);
  });
  const known = [...names].filter((name) => said.has(name));
  return known.map((name, place) => ({ name, number: place + 1, tokens: said.get(name) ?? [] }));
}

/** The numbers that an answer cites, read by the parser with which the chat shows it. */
import type { MarkedToken, Token, Tokens } from "marked";
import { CITED_TEXT_MAX_CHARS } from "../../limits.ts";
import { numberFootnotes } from "../markdown/footnote-tokens.ts";
import { readMarkdown } from "../markdown/markdown-parser.ts";
import { isElement } from "../markdown/span-tokens.ts";
import { findCitations } from "./read-citations.ts";

/** The different numbers, in the order in which they first stand in the answer. */
export function citedNumbers(markdown: string): number[] {
  if (!/\[\d/.test(markdown) || markdown.length > CITED_TEXT_MAX_CHARS) return [];
  const tokens = readMarkdown(markdown, "assistant");
  // Shown as text, with its brackets.
  if (tokens === null) return [];
  // A footnote is shown only where the text refers to it.
  const notes = numberFootnotes(tokens).flatMap(({ tokens }) => tokens);
  return [
    ...new Set(
      plainTexts([...tokens, ...notes])
        .flatMap(findCitations)
        .flatMap(({ numbers }) => numbers),
    ),
  ];
}

/** The texts outside code and links (components/ui/markdown/inline-view.tsx). */
function plainTexts(tokens: readonly Token[] = []): string[] {
  return (tokens as MarkedToken[]).flatMap((token) => {
    switch (token.type) {
      case "text":
        return token.tokens ? plainTexts(token.tokens) : [token.raw];
      case "list":
        return token.items.flatMap((item) => plainTexts(item.tokens));
      case "table":
        return [token.header, ...token.rows].flat().flatMap((cell) => plainTexts(cell.tokens));
      case "paragraph":
      case "heading":
      case "blockquote":
      case "strong":
      case "em":
      case "del":
        return plainTexts(token.tokens);
      default:
        return isWrapper(token) ? plainTexts(token.tokens) : [];
    }
  });
}

/** Our own tokens that hold text. */
function isWrapper(token: Token): token is Tokens.Generic {
  return isElement(token) || token.type === "details" || token.type === "summary";
}

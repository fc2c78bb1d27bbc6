/** What is printed of a text: the blocks that the chat shows, with what the layout has no sign for in words. Pure. */
import "server-only";
import type { Token, Tokens } from "marked";
import { alertOf } from "../../contracts/public/markdown/alert.ts";
import { decodeEntities } from "../../contracts/public/markdown/entities.ts";
import { alertTitle } from "../../messages/chat.ts";

/** New tokens: those of the parser stay as they are. At most `TOKEN_DEPTH_MAX` inside each other. */
export function printableTokens(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => printable(token as Tokens.Generic));
}

function printable(token: Tokens.Generic): Token[] {
  switch (token.type) {
    case "blockquote":
      return [{ ...token, tokens: quoted(token) }];
    case "details":
      return printableTokens(token.tokens ?? []);
    case "summary":
      return [boldLine(printableTokens(token.tokens ?? []), token.raw)];
    case "list":
      return [{ ...token, items: printableTokens(token.items) }];
    case "table":
      return [{ ...token, header: token.header.map(cell), rows: token.rows.map(row) }];
    // The layout marks a task itself.
    case "checkbox":
      return [];
    case "math":
      return [{ ...token, text: token.tex }];
    case "text":
      return [inside({ ...token, text: decodeEntities(token.raw) })];
    default:
      return [inside(token)];
  }
}

function inside(token: Tokens.Generic): Token {
  return token.tokens ? { ...token, tokens: printableTokens(token.tokens) } : token;
}

function quoted(token: Tokens.Generic): Token[] {
  const alert = alertOf(token);
  if (!alert) return printableTokens(token.tokens ?? []);
  const title = alertTitle({ kind: alert.kind });
  const words: Token = { type: "text", raw: title, text: title, escaped: false };
  return [boldLine([words], title), ...printableTokens(alert.tokens)];
}

function boldLine(tokens: Token[], text: string): Token {
  return {
    type: "paragraph",
    raw: text,
    text,
    tokens: [{ type: "strong", raw: text, text, tokens }],
  };
}

const cell = (one: Tokens.TableCell) => ({ ...one, tokens: printableTokens(one.tokens) });
const row = (cells: Tokens.TableCell[]) => cells.map(cell);

/** `<details>` with its `<summary>` as tokens: a block with blocks in it. Without an end, it reaches to the end. Pure. */
import type { Token, TokenizerAndRendererExtension, Tokens } from "marked";
import { cutsAt } from "./paragraph-cut.ts";
import { chargeWork } from "./reading-work.ts";

export type DetailsToken = Tokens.Generic & { type: "details"; isOpen: boolean; tokens: Token[] };

const OPENING = /^ {0,3}<details([ \t]+open(?:=""|="open")?)?[ \t]*>[ \t]*\n?/i;
const SUMMARY = /^\s*<summary>([^\n]*?(?:\n(?!\s*\n)[^\n]*?){0,5})<\/summary>[ \t]*\n?/i;
/** Code is passed over: what stands in it closes nothing. */
const PART =
  /(?:^|\n) {0,3}(`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\1)[^\n]*)*(?:\n {0,3}\1[^\n]*)?|(`+)(?!`)[^\n]*?[^`\n]\2(?!`)|<details(?=[\s>])|<\/details>/gi;
const LINE_REST = /[ \t]*\n*/y;

const details: TokenizerAndRendererExtension = {
  name: "details",
  level: "block",
  start: cutsAt(/\n {0,3}<details[\s>]/i),
  tokenizer(source) {
    const [opening, open] = OPENING.exec(source) ?? [];
    if (opening === undefined) return undefined;
    const close = closingOf(source, opening.length);
    chargeWork(2 * (close ?? source.length));
    const end = close === null ? source.length : close + "</details>".length;
    LINE_REST.lastIndex = end;
    const raw = source.slice(0, end + (LINE_REST.exec(source)?.[0].length ?? 0));
    const inside = source.slice(opening.length, close ?? source.length);
    const [summary, label] = SUMMARY.exec(inside) ?? [];
    const blocks = this.lexer.blockTokens(
      inside.slice(summary?.length ?? 0).replace(/^\n+/, ""),
      [],
    );
    const head =
      label === undefined ? [] : [summaryToken(label.trim(), this.lexer.inline(label.trim()))];
    return {
      type: "details",
      raw,
      isOpen: open !== undefined,
      tokens: [...head, ...blocks],
    } satisfies DetailsToken;
  },
};

function summaryToken(text: string, tokens: Token[]): Tokens.Generic {
  return { type: "summary", raw: text, text, tokens };
}

function closingOf(source: string, from: number): number | null {
  PART.lastIndex = from;
  let depth = 1;
  for (let part = PART.exec(source); part; part = PART.exec(source)) {
    if (/^<details/i.test(part[0])) depth += 1;
    else if (part[0].startsWith("</")) depth -= 1;
    if (depth === 0) return part.index;
  }
  return null;
}

export const DETAILS = [details];

/** Maths in Markdown as tokens: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. Pure. */
import type { TokenizerAndRendererExtension, Tokens } from "marked";

type MathToken = Tokens.Generic & {
  type: "math";
  tex: string;
  /** On a line of its own, and larger. */
  isDisplay: boolean;
};

/**
 * A dollar opens maths only where it touches what follows, and closes it where it touches what comes before and no digit
 * follows. So "$5 and $10" are prices.
 */
const INLINE: readonly { pattern: RegExp; isDisplay: boolean }[] = [
  { pattern: /^\$\$(?!\$)([^$]+)\$\$/, isDisplay: true },
  {
    pattern: /^\$(?![\s$])((?:\\[^\n]|[^$\\\n])*?(?:\\[^\n]|[^\s$\\]))\$(?![\d$])/,
    isDisplay: false,
  },
  { pattern: /^\\\(([\s\S]+?)\\\)/, isDisplay: false },
  { pattern: /^\\\[([\s\S]+?)\\\]/, isDisplay: true },
];

const BLOCK = [
  /^ {0,3}\$\$[ \t]*\n?([^$]+?)\n?[ \t]*\$\$[ \t]*(?:\n+|$)/,
  /^ {0,3}\\\[[ \t]*\n?([\s\S]+?)\n?[ \t]*\\\][ \t]*(?:\n+|$)/,
] as const;

const toToken = (raw: string, tex: string, isDisplay: boolean): MathToken => ({
  type: "math",
  raw,
  tex: tex.trim(),
  isDisplay,
});

const inline: TokenizerAndRendererExtension = {
  name: "math",
  level: "inline",
  start: (source) => startIn(source, /\$|\\[([]/),
  tokenizer(source) {
    for (const { pattern, isDisplay } of INLINE) {
      const [raw, tex] = pattern.exec(source) ?? [];
      if (raw !== undefined && tex?.trim()) return toToken(raw, tex, isDisplay);
    }
    return undefined;
  },
};

const block: TokenizerAndRendererExtension = {
  name: "mathBlock",
  level: "block",
  // The parser asks from the middle of a line.
  start: (source) => startIn(source, /\n {0,3}(?:\$\$|\\\[)/),
  tokenizer(source) {
    for (const pattern of BLOCK) {
      const [raw, tex] = pattern.exec(source) ?? [];
      if (raw !== undefined && tex?.trim()) return toToken(raw, tex, true);
    }
    return undefined;
  },
};

function startIn(source: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(source);
  return found ? found.index : undefined;
}

export const MATHS = [block, inline];

/** The text before maths that has not ended yet: half a formula would be shown as its source. */
export function withoutOpenMaths(text: string): string {
  const dollars = [...text.matchAll(/\$\$/g)];
  const cuts = dollars.length % 2 === 1 ? [dollars.at(-1)?.index ?? text.length] : [];
  for (const [open, close] of [
    ["\\(", "\\)"],
    ["\\[", "\\]"],
  ] as const) {
    const at = text.lastIndexOf(open);
    if (at >= 0 && text[at - 1] !== "\\" && !text.includes(close, at)) cuts.push(at);
  }
  return text.slice(0, Math.min(text.length, ...cuts));
}

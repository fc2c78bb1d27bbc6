/** Maths that stands as a block: `$$…$$`, `\[…\]` and `\begin{…}…\end{…}` on lines of their own. Pure. */
import type { TokenizerAndRendererExtension } from "marked";
import { formulaAt } from "./formulas.ts";
import { toMath } from "./span-tokens.ts";

const OPENING = /^ {0,3}(?=\$\$|\\\[|\\begin\{)/;
const LINE_REST = /[ \t]*(?:\n+|$)/y;

const block: TokenizerAndRendererExtension = {
  name: "mathBlock",
  level: "block",
  // The parser asks from the middle of a line.
  start: (source) => /\n {0,3}(?:\$\$|\\\[|\\begin\{)/.exec(source)?.index,
  tokenizer(source) {
    const at = OPENING.exec(source)?.[0].length;
    if (at === undefined) return undefined;
    // Within a paragraph: a fence or an empty line ends it.
    const formula = formulaAt(source, at, "", (tick) => codeSpanEnd(source, tick));
    if (!formula) return undefined;
    LINE_REST.lastIndex = formula.end;
    const rest = LINE_REST.exec(source)?.[0];
    if (rest === undefined) return undefined;
    return toMath(source.slice(0, formula.end + rest.length), formula.tex, true);
  },
};

export const MATHS = [block];

function codeSpanEnd(source: string, at: number): number | null {
  const run = /^`+/.exec(source.slice(at, at + 200))?.[0] ?? "`";
  const close = source.indexOf(run, at + run.length);
  return close < 0 ? null : close + run.length;
}

/** How far the parser looks for the ends of labels, `[…]`, before it reads what stands in a paragraph. Pure. */
import { LABEL_MAX_CHARS } from "../../limits.ts";

/** @returns characters: from each bracket to the first one that closes, or as far as a label may reach */
export function labelWork(text: string): number {
  let work = 0;
  let close = -1;
  for (let open = text.indexOf("["); open >= 0; open = text.indexOf("[", open + 1)) {
    if (close < open) close = closingBracket(text, open);
    work += Math.min(close - open, LABEL_MAX_CHARS);
  }
  return work;
}

function closingBracket(text: string, from: number): number {
  let at = text.indexOf("]", from);
  while (at > 0 && text[at - 1] === "\\") at = text.indexOf("]", at + 1);
  return at < 0 ? text.length : at;
}

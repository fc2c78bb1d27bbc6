/** How far a paragraph reaches at most, and where a block of ours cuts it. Pure. */
import type { TokenizerThis } from "marked";
import { chargeWork } from "./reading-work.ts";

const EMPTY_LINE = /\n *\n/;

/** Length of the paragraph at the beginning of a text, at most. Its characters are charged as work of the reading. */
export function paragraphLength(source: string): number {
  const length = EMPTY_LINE.exec(source)?.index ?? source.length;
  chargeWork(length);
  return length;
}

/**
 * The `start` of a block of ours. The parser calls it for each paragraph, with the whole rest of the text; it searches that
 * paragraph only, so that reading stays linear.
 * @param opening of the block, with the end of the line before it
 */
export function cutsAt(opening: RegExp) {
  return function start(this: TokenizerThis, source: string): number | undefined {
    // Within a container, the parser reads line by line.
    if (!this.lexer.state.top) return undefined;
    return opening.exec(source.slice(0, paragraphLength(source)))?.index;
  };
}

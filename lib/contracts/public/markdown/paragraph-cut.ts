/** How far a paragraph reaches at most, and where a block of ours cuts it. Pure. */
import type { TokenizerThis } from "marked";
import { chargeWork } from "./reading-work.ts";

const EMPTY_LINE = /\n *\n/;

/** Length of what begins with a paragraph, up to where it ends at the latest. It charges for what the parser looks at. */
export function paragraphLength(source: string): number {
  const length = EMPTY_LINE.exec(source)?.index ?? source.length;
  chargeWork(length);
  return length;
}

/**
 * A block's `start`. The parser asks with all that follows for each paragraph, so that it looks to its end only.
 * @param opening of the block, with the end of the line before it
 */
export function cutsAt(opening: RegExp) {
  return function start(this: TokenizerThis, source: string): number | undefined {
    // Within a container, the parser reads line by line.
    if (!this.lexer.state.top) return undefined;
    return opening.exec(source.slice(0, paragraphLength(source)))?.index;
  };
}

/** Counts the work of one reading of Markdown, and ends the reading where it becomes too much. Pure but for its count. */

/**
 * Characters that one reading may look at. Each piece of a line counts all that follows it in its block. A page of prose
 * takes fewer than 100,000, one paragraph of 32,000 characters with 1,400 pieces 22 million, 32,000 stars 500 million.
 */
const WORK_MAX_CHARS = 40_000_000;
/** What follows a block is looked at with fast searches only. */
const BLOCK_SHARE = 64;

/** Thrown through the parser, and caught where the reading began. */
class TooMuchWork extends Error {}

/** Reading is synchronous, so that one count serves all. */
let left = Number.POSITIVE_INFINITY;

/** @throws TooMuchWork where the reading under way has no work left */
export function chargeWork(chars: number): void {
  left -= chars;
  if (left < 0) throw new TooMuchWork();
}

/** Hooks of the parser: they charge for each piece, and leave its reading to the parser. */
export const CHARGING = {
  escape(source: string): false {
    chargeWork(source.length);
    return false;
  },
  space(source: string): false {
    chargeWork(source.length / BLOCK_SHARE);
    return false;
  },
} as const;

/**
 * Never throws: whatever a text makes the parser do, it is a text that can be shown as it is.
 * @returns null where the reading took too much work, or overflowed
 */
export function withinWork<Result>(read: () => Result): Result | null {
  left = WORK_MAX_CHARS;
  try {
    return read();
  } catch {
    return null;
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

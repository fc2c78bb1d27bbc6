/** The work of one reading of Markdown is counted, and the reading ends where it becomes too much. */
import { MARKDOWN_WORK_MAX_CHARS } from "../../limits.ts";

/** Thrown through the parser, and caught where the reading began. */
class TooMuchWork extends Error {}

/** Reading is synchronous, so that one count serves all. */
let left = Number.POSITIVE_INFINITY;

/** @throws TooMuchWork where the reading under way has no work left */
export function chargeWork(chars: number): void {
  left -= chars;
  if (left < 0) throw new TooMuchWork();
}

/**
 * Never throws: whatever a text makes the parser do, it is a text that can be shown as it is.
 * @returns null where the reading took too much work, or overflowed
 */
export function withinWork<Result>(read: () => Result): Result | null {
  left = MARKDOWN_WORK_MAX_CHARS;
  try {
    return read();
  } catch {
    return null;
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

/** Much work of one person, and one piece of another's that comes after it. */

export const CROWD_PIECES = 24;

/**
 * Begins all of one person's pieces, then the other person's.
 * @returns how many of the one person's were done before the other's was; all are done when it resolves
 */
export async function countBefore(
  crowd: (piece: number) => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<number> {
  let done = 0;
  const pieces = Array.from({ length: CROWD_PIECES }, async (_, piece) => {
    await crowd(piece);
    done += 1;
  });
  await other();
  const before = done;
  await Promise.all(pieces);
  return before;
}

/** What nobody passes until it is opened, and how many have come to it. */
export function createBarrier() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let reached = 0;
  return {
    open: resolve,
    reached: () => reached,
    pass() {
      reached += 1;
      return promise;
    },
  };
}

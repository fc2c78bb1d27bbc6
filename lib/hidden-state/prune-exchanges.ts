/** Keeps a history from growing without end. */
import type { Exchange } from "./chat-message.ts";

/**
 * The last `keepLast` exchanges, whole: a call is never parted from its result.
 *
 * @returns the exchanges kept, oldest first, and how many were dropped
 */
export function pruneExchanges(
  exchanges: readonly Exchange[],
  keepLast: number,
): { exchanges: Exchange[]; pruned: number } {
  const pruned = Math.max(0, exchanges.length - Math.max(0, Math.floor(keepLast)));
  return { exchanges: exchanges.slice(pruned), pruned };
}

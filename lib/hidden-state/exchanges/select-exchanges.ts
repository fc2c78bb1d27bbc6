/** Limits a history to its last exchanges, or rebuilds one from the visible conversation. */
import type { Exchange } from "../chat-message.ts";

/**
 * The last `keepLast` exchanges, whole: a call is never separated from its result.
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

/** A visible turn. `answer` is null or empty where there is none. */
export type VisibleTurn = { runId: string; question: string; answer: string | null };

/** Exchanges from the visible conversation, oldest first, without the hidden calls between the messages. */
export function rebuildExchanges(turns: readonly VisibleTurn[]): Exchange[] {
  return turns.map(({ runId, question, answer }) => ({
    runId,
    messages: [
      { role: "user", content: question },
      ...(answer ? [{ role: "assistant" as const, content: answer }] : []),
    ],
  }));
}

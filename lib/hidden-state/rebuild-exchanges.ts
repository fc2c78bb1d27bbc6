/** What can be won back of a history whose stored form had to be quarantined. */
import type { Exchange } from "./chat-message.ts";

/** A visible turn. `answer` is null, or empty, where none was written. */
export type VisibleTurn = { runId: string; question: string; answer: string | null };

/** Exchanges out of the visible conversation, oldest first: the words, without the hidden calls between them. */
export function rebuildExchanges(turns: readonly VisibleTurn[]): Exchange[] {
  return turns.map(({ runId, question, answer }) => ({
    runId,
    messages: [
      { role: "user", content: question },
      ...(answer ? [{ role: "assistant" as const, content: answer }] : []),
    ],
  }));
}

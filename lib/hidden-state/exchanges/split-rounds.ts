/** The rounds of an exchange: an assistant entry with calls, and their results. */
import type { ChatMessage } from "../chat-message.ts";

/** @returns each round as its own list; entries that belong to no round are left out */
export function splitRounds(messages: readonly ChatMessage[]): ChatMessage[][] {
  const rounds: ChatMessage[][] = [];
  let isOpen = false;
  for (const message of messages) {
    if (message.role === "assistant" && message.tool_calls) {
      rounds.push([message]);
      isOpen = true;
    } else if (message.role === "tool" && isOpen) rounds.at(-1)?.push(message);
    else isOpen = false;
  }
  return rounds;
}

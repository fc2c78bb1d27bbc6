/** The facts of stored exchanges, for a service that keeps its exchanges and may not show them to a model. */
import "server-only";
import { FACTS_CONTEXT, type FactsContext } from "../../context-state/facts-context.ts";
import { type SaidTurn, withoutQuotes } from "../../context-state/quotes-turn.ts";
import type { ChatMessage, Exchange } from "../../hidden-state/chat-message.ts";
import type { Tool } from "../../tools/tool.ts";
import { addFacts } from "./add-facts.ts";
import { callsIn, collectFacts } from "./collect-facts.ts";

/** Each exchange's facts are compared with every turn up to it, and what later turns repeat is left out. */
export function foldFacts(exchanges: readonly Exchange[], tools: readonly Tool[]): FactsContext {
  let state = FACTS_CONTEXT.empty;
  const said: SaidTurn[] = [];
  for (const { runId, messages } of exchanges) {
    said.push(...saidIn(messages));
    ({ state } = addFacts(state, collectFacts(callsIn(messages), tools, runId), said));
  }
  return withoutQuotes(state, said, FACTS_CONTEXT.measure);
}

/** What a person and an agent said in messages. An agent's task may repeat the person's words. */
export function saidIn(messages: readonly ChatMessage[]): SaidTurn[] {
  return messages.flatMap((message): SaidTurn[] => {
    if (message.role === "tool" || !message.content) return [];
    if (message.role === "assistant") return [{ by: "assistant", text: message.content }];
    const { content, task } = message;
    return [content, ...(task ? [task] : [])].map((text) => ({ by: "person", text }));
  });
}

/** The hidden state of an agent's facts, declared in the same way as an agent's own. */
import "server-only";
import { describeFacts, FACTS_CONTEXT } from "../../context-state/facts-context.ts";
import { declareContext } from "../declare-state.ts";

/**
 * Facts are stored beside the agent's tool history, under an id of their own: neither is lost where `MEMORY_POLICY`
 * changes, and neither is read for the other.
 */
export function factsIdOf(agentId: string): string {
  return `${agentId}-facts`;
}

export const FACTS_STATE = declareContext(FACTS_CONTEXT, (context) => {
  const text = describeFacts(context);
  return text === null ? [] : [text];
});

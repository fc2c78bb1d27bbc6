/** Earlier tool results as facts of limited number and size, without messages, for the policy `context-state`. */
import type { Exchange } from "../chat-message.ts";
import { FACT_RESULT_MAX_CHARS, FACTS_MAX, FACTS_MAX_CHARS } from "../limits.ts";

export type Fact = { tool: string; arguments: unknown; result: unknown };

/** @returns the newest facts, oldest first, as many as fit */
export function structuredFacts(exchanges: readonly Exchange[]): Fact[] {
  const facts = exchanges.flatMap(factsOf).slice(-FACTS_MAX);
  const sizes = facts.map((fact) => JSON.stringify(fact).length);
  let chars = sizes.reduce((sum, size) => sum + size, 0);
  let first = 0;
  for (; chars > FACTS_MAX_CHARS && first < facts.length - 1; first += 1)
    chars -= sizes[first] ?? 0;
  return facts.slice(first);
}

function factsOf({ messages }: Exchange): Fact[] {
  const facts: Fact[] = [];
  // Later rounds may reuse ids: a result belongs to the newest call with its id.
  const calls = new Map<string, { name: string; arguments: string }>();
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const call of message.tool_calls ?? []) calls.set(call.id, call.function);
    } else if (message.role === "tool") {
      const call = calls.get(message.tool_call_id);
      if (!call) continue;
      const { name: tool, arguments: text } = call;
      facts.push({ tool, arguments: parseBounded(text), result: parseBounded(message.content) });
    }
  }
  return facts;
}

/** The JSON value; a long text or one that is not JSON stays text. */
function parseBounded(text: string): unknown {
  if (text.length > FACT_RESULT_MAX_CHARS)
    return `${text.slice(0, FACT_RESULT_MAX_CHARS)}…`.toWellFormed();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

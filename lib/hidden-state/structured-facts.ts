/** Strict mode: earlier tool results as facts, bounded in number and size; no word of an earlier turn. */
import type { Exchange } from "./chat-message.ts";

export type Fact = { tool: string; arguments: unknown; result: unknown };

const FACTS_MAX = 8;
const RESULT_MAX_CHARS = 4_000;
const ALL_MAX_CHARS = 12_000;

/** @returns the newest facts, oldest first, as many as fit */
export function structuredFacts(exchanges: readonly Exchange[]): Fact[] {
  const facts = exchanges.flatMap(factsOf).slice(-FACTS_MAX);
  const sizes = facts.map((fact) => JSON.stringify(fact).length);
  let chars = sizes.reduce((sum, size) => sum + size, 0);
  let first = 0;
  for (; chars > ALL_MAX_CHARS && first < facts.length - 1; first += 1) chars -= sizes[first] ?? 0;
  return facts.slice(first);
}

function factsOf({ messages }: Exchange): Fact[] {
  const results = new Map<string, string>();
  for (const message of messages) {
    if (message.role === "tool") results.set(message.tool_call_id, message.content);
  }
  return messages.flatMap((message) => {
    const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
    return calls.flatMap(({ id, function: { name, arguments: text } }) => {
      const result = results.get(id);
      return result === undefined
        ? []
        : [{ tool: name, arguments: parseBounded(text), result: parseBounded(result) }];
    });
  });
}

/** JSON as the value it is; what is too long, or none, as text. */
function parseBounded(text: string): unknown {
  if (text.length > RESULT_MAX_CHARS) return `${text.slice(0, RESULT_MAX_CHARS)}…`.toWellFormed();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

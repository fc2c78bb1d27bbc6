/** Takes secrets out of one exchange before it is stored. */
import type { ChatMessage, Exchange } from "./chat-message.ts";
import { sanitise } from "./sanitise.ts";

/** Every text of an exchange, sanitised: words, call arguments (JSON or not) and results. Ids stay. */
export function sanitiseExchange(exchange: Exchange): { exchange: Exchange; redactions: number } {
  let redactions = 0;
  const clean = <Text extends string | null>(text: Text): Text => {
    const found = sanitise(text);
    redactions += found.redactions;
    return found.value;
  };
  const messages = exchange.messages.map((entry): ChatMessage => {
    const content = clean(entry.content);
    if (entry.role !== "assistant" || !entry.tool_calls) {
      return content === entry.content ? entry : ({ ...entry, content } as ChatMessage);
    }
    const calls = entry.tool_calls.map((call) => ({
      ...call,
      function: { ...call.function, arguments: clean(call.function.arguments) },
    }));
    return { ...entry, content, tool_calls: calls };
  });
  return { exchange: { runId: exchange.runId, messages }, redactions };
}

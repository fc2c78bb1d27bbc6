/** Arbitrary exchanges for property tests: well paired ones, and ones broken in every way that the types allow. */
import fc from "fast-check";
import type { ChatMessage, Exchange, ToolCall } from "../chat-message.ts";

const word = fc.string({ unit: "grapheme", maxLength: 20 });
/** Some results are large enough to be stored compressed. */
const result = fc.oneof(
  word,
  fc
    .tuple(word, fc.integer({ min: 0, max: 3_000 }))
    .map(([text, times]) => `${text}ok `.repeat(times)),
);
const runId = fc.uuid();

const toolCall = (id: string, name: string, args: string): ToolCall => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

/** Calls, followed by their results in some order. */
const round = fc
  .tuple(word, fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 4 }), result)
  .chain(([content, ids, text]) =>
    fc.shuffledSubarray(ids, { minLength: ids.length }).map((order): ChatMessage[] => [
      {
        role: "assistant",
        content: content || null,
        tool_calls: ids.map((id) =>
          toolCall(id, "python_interpreter", JSON.stringify({ content })),
        ),
      },
      ...order.map((id): ChatMessage => ({ role: "tool", tool_call_id: id, content: text })),
    ]),
  );

export const pairedExchange: fc.Arbitrary<Exchange> = fc
  .tuple(runId, word, fc.array(round, { maxLength: 4 }), word)
  .map(([id, question, rounds, answer]) => ({
    runId: id,
    messages: [
      { role: "user", content: question },
      ...rounds.flat(),
      { role: "assistant", content: answer },
    ],
  }));

const fewIds = fc.constantFrom("call-1", "call-2", "call-3");
const anyMessage: fc.Arbitrary<ChatMessage> = fc.oneof(
  word.map((content): ChatMessage => ({ role: "user", content })),
  fc
    .tuple(fc.option(word), fc.option(fc.array(fewIds, { maxLength: 3 })))
    .map(([content, ids]): ChatMessage => {
      const calls = ids?.map((id) => toolCall(id, "web_search", "{}"));
      return { role: "assistant", content, ...(calls ? { tool_calls: calls } : {}) };
    }),
  fc
    .tuple(fewIds, word)
    .map(([id, content]): ChatMessage => ({ role: "tool", tool_call_id: id, content })),
);

export const anyExchange: fc.Arbitrary<Exchange> = fc.record({
  runId,
  messages: fc.array(anyMessage, { maxLength: 12 }),
});

/** The pairing rule, implemented independently: one result per call, directly after the calls, in any order. */
export function isPaired(messages: readonly ChatMessage[]): boolean {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.delete(message.tool_call_id)) return false;
    } else {
      if (open.size > 0) return false;
      const ids =
        message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [];
      open = new Set(ids);
      if (open.size !== ids.length) return false;
    }
  }
  return open.size === 0;
}

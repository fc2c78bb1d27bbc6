import { expect, it } from "vitest";
import type { Exchange } from "./chat-message.ts";
import { sanitiseExchange } from "./sanitise.ts";

it("cleans words, arguments and results, and keeps ids and structure", () => {
  const exchange: Exchange = {
    runId: "r",
    messages: [
      { role: "user", content: "my key is sk-1234567890abcdef" },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "c1", type: "function", function: { name: "f", arguments: '{"password":"p"}' } },
        ],
      },
      { role: "tool", tool_call_id: "c1", content: "token=abc123" },
      { role: "assistant", content: "done" },
    ],
  };
  expect(sanitiseExchange(exchange)).toEqual({
    redactions: 3,
    exchange: {
      runId: "r",
      messages: [
        { role: "user", content: "my key is [redacted:api-key]" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            {
              id: "c1",
              type: "function",
              function: { name: "f", arguments: '{"password":"[redacted:field]"}' },
            },
          ],
        },
        { role: "tool", tool_call_id: "c1", content: "token=[redacted:field]" },
        { role: "assistant", content: "done" },
      ],
    },
  });
});

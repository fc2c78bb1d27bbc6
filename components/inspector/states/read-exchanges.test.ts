import { describe, expect, it } from "vitest";
import { readExchanges } from "./read-exchanges.ts";

const EXCHANGES = [
  {
    runId: "run-1",
    messages: [
      { role: "user", content: "Add" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "add", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c1", content: "3" },
      { role: "assistant", content: "Three" },
    ],
  },
  { runId: "run-2", messages: [{ role: "user", content: "Thanks" }] },
];

/** As lib/hidden-state packs it. */
const STATE = {
  is_gpa: true,
  gpa_messages: {
    tool_call_history: EXCHANGES.flatMap(({ messages }) => messages),
    exchange_runs: EXCHANGES.map(({ runId }) => runId),
  },
};

describe("readExchanges", () => {
  it("takes packed state apart where its exchanges begin", () => {
    const exchanges = readExchanges(STATE);
    expect(exchanges?.map(({ runId, entries }) => [runId, entries.length])).toEqual([
      ["run-1", 4],
      ["run-2", 1],
    ]);
    expect(exchanges?.[0]?.entries[1]?.tool_calls?.[0]?.function.name).toBe("add");
    expect(exchanges?.[1]?.bytes).toBe(JSON.stringify(EXCHANGES[1]?.messages).length);
  });

  it("has nothing to say about state of another shape", () => {
    expect(readExchanges({ ums_conversation_id: "x" })).toBeNull();
    expect(readExchanges(null)).toBeNull();
  });
});

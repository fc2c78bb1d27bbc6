import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatMessage } from "./chat-message.ts";
import { pruneExchanges, repairExchange } from "./exchanges.ts";
import { anyExchange, isPaired, pairedExchange } from "./testing/exchange-arbitraries.ts";

const user: ChatMessage = { role: "user", content: "how many?" };
const answer: ChatMessage = { role: "assistant", content: "three" };
const call = (...ids: string[]): ChatMessage => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } })),
});
const result = (id: string, content = "ok"): ChatMessage => ({
  role: "tool",
  tool_call_id: id,
  content,
});
const repair = (...messages: ChatMessage[]) => {
  const { exchange, findings } = repairExchange({ runId: "r", messages });
  return { messages: exchange?.messages, kinds: findings.map(({ kind }) => kind) };
};

describe("repairExchange", () => {
  it("drops a call without its result, and keeps its neighbour", () => {
    expect(repair(user, call("a", "b"), result("b"), answer)).toEqual({
      messages: [user, call("b"), result("b"), answer],
      kinds: ["call-without-result"],
    });
    expect(repair(user, call("a"), answer).messages).toEqual([user, answer]);
  });

  it("drops a result without its call, wherever it stands", () => {
    expect(
      repair(user, result("x"), call("a"), result("y"), result("a"), result("a"), answer),
    ).toEqual({
      messages: [user, call("a"), result("a"), answer],
      kinds: ["result-without-call", "result-without-call", "repeated-result"],
    });
  });

  it("lets call ids be used again in a later round, not within one", () => {
    const rounds = [user, call("a"), result("a", "1"), call("a"), result("a", "2"), answer];
    expect(repair(...rounds)).toEqual({ messages: rounds, kinds: [] });
    expect(repair(user, call("a", "a"), result("a")).kinds).toEqual(["repeated-call-id"]);
  });

  it("keeps one user entry, first", () => {
    expect(repair(answer, result("a"), user, user, answer)).toEqual({
      messages: [user, answer],
      kinds: ["before-user", "before-user", "second-user"],
    });
    expect(repair(answer).messages).toBeUndefined();
  });

  it("says where and which", () => {
    const { findings } = repairExchange({ runId: "r", messages: [user, call("a")] });
    expect(findings).toEqual([{ kind: "call-without-result", runId: "r", index: 1, callId: "a" }]);
  });

  it("holds the pairing rule for anything, is idempotent, and leaves good exchanges alone", () => {
    fc.assert(
      fc.property(anyExchange, (broken) => {
        const { exchange } = repairExchange(broken);
        if (!exchange) return;
        expect(isPaired(exchange.messages)).toBe(true);
        expect(exchange.messages.filter(({ role }) => role === "user")).toHaveLength(1);
        expect(repairExchange(exchange)).toEqual({ exchange, findings: [] });
      }),
    );
    fc.assert(
      fc.property(pairedExchange, (good) => {
        expect(repairExchange(good)).toEqual({ exchange: good, findings: [] });
      }),
    );
  });
});

describe("pruneExchanges", () => {
  it("keeps the last N exchanges whole", () => {
    fc.assert(
      fc.property(fc.array(pairedExchange, { maxLength: 8 }), fc.nat(10), (exchanges, keepLast) => {
        const kept = pruneExchanges(exchanges, keepLast);
        expect(kept.exchanges).toEqual(keepLast === 0 ? [] : exchanges.slice(-keepLast));
        expect(kept.exchanges.length + kept.pruned).toBe(exchanges.length);
        expect(isPaired(kept.exchanges.flatMap(({ messages }) => messages))).toBe(true);
      }),
    );
  });
});

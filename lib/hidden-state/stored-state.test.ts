import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compressHistory,
  decodeContextState,
  decodeHistoryState,
  decodeRemoteState,
  decompressHistory,
  encodeStoredState,
} from "./decode-stored-state.ts";
import { pruneExchanges, rebuildExchanges } from "./exchanges.ts";
import { RESULT_MAX_BYTES } from "./limits.ts";
import { measureState, packGeneralState, unpackGeneralState } from "./pack-general-state.ts";
import { anyExchange, isPaired, pairedExchange } from "./testing/exchange-arbitraries.ts";

const UUID = "0b6f1c58-5c1e-4f5e-9d0a-3f2b7c9e1a4d";
const history = (content: unknown) => [
  { role: "user", content: "q" },
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
  },
  { role: "tool", tool_call_id: "c", content },
  { role: "assistant", content: "a" },
];
const stored = (content: unknown) => ({
  is_gpa: true,
  gpa_messages: { tool_call_history: history(content), exchange_runs: ["run-1"] },
});
const decodeIntake = (value: unknown) => decodeContextState("concierge@1", value);
const gz = (text: string) => gzipSync(text).toString("base64");
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("pack and unpack", () => {
  it("is the shape of the wire format, one run per exchange", () => {
    const state = packGeneralState(
      rebuildExchanges([
        { runId: "r1", question: "one?", answer: "1" },
        { runId: "r2", question: "two?", answer: null },
      ]),
    );
    expect(state).toEqual({
      is_gpa: true,
      gpa_messages: {
        tool_call_history: [
          { role: "user", content: "one?" },
          { role: "assistant", content: "1" },
          { role: "user", content: "two?" },
        ],
        exchange_runs: ["r1", "r2"],
      },
    });
  });

  it("gives back what was packed, through the store too, pruned or not", () => {
    const exchanges = fc.array(pairedExchange, { maxLength: 6 });
    fc.assert(
      fc.property(exchanges, fc.nat(8), (all, keepLast) => {
        const kept = pruneExchanges(all, keepLast).exchanges;
        const state = packGeneralState(kept);
        expect(unpackGeneralState(state)).toEqual(kept);
        const decoded = decodeHistoryState(asJson(encodeStoredState(state)));
        expect(decoded).toEqual({ ok: true, state, exchanges: kept, findings: [] });
      }),
    );
  });

  it("never packs, and never loads, what is not paired", () => {
    fc.assert(
      fc.property(fc.array(anyExchange, { maxLength: 4 }), (broken) => {
        const decoded = decodeHistoryState(encodeStoredState(packGeneralState(broken)));
        expect(decoded.ok && decoded.findings).toEqual([]);
        const entries = broken.flatMap(({ messages }) => messages);
        const runs = broken.flatMap(({ runId, messages }) =>
          messages.filter(({ role }) => role === "user").map(() => runId),
        );
        const loaded = decodeHistoryState({
          is_gpa: true,
          gpa_messages: { tool_call_history: entries, exchange_runs: runs },
        });
        if (loaded.ok) {
          expect(loaded.exchanges.every(({ messages }) => isPaired(messages))).toBe(true);
          expect(unpackGeneralState(loaded.state)).toEqual(loaded.exchanges);
        }
      }),
    );
  });
});

describe("compression", () => {
  it("stores results above 8 KiB compressed, and no others", () => {
    const small = "x".repeat(8 * 1024);
    const kept = decodeHistoryState(stored(small));
    expect(kept.ok && encodeStoredState(kept.state)).toEqual(stored(small));
    const large = `${small}é`;
    const decoded = decodeHistoryState(stored(large));
    if (!decoded.ok) throw new Error(decoded.reason);
    const encoded = encodeStoredState(decoded.state);
    expect(JSON.stringify(encoded)).toContain('"bytes":8194');
    expect(measureState(encoded)).toBeLessThan(1_000);
    expect(decodeHistoryState(asJson(encoded))).toEqual(decoded);
  });

  it("compresses an entry anew once its content has changed", () => {
    const first = decodeHistoryState(stored({ $gz: gz("a".repeat(9_000)), bytes: 9_000 }));
    if (!first.ok) throw new Error(first.reason);
    const entries = first.state.gpa_messages.tool_call_history;
    const [, , tool] = entries;
    if (tool?.role !== "tool") throw new Error("no tool entry");
    tool.content = "b".repeat(10_000);
    expect(decompressHistory(compressHistory(entries))).toMatchObject({
      ok: true,
      history: entries,
    });
  });

  it.each([
    ["a bomb that claims little", { $gz: gz("a".repeat(50_000_000)), bytes: 9_000 }, "not-gzip"],
    ["less than it claims", { $gz: gz("abc"), bytes: 9_000 }, "size-differs"],
    ["no gzip", { $gz: "AAAA", bytes: 9_000 }, "not-gzip"],
    ["no base64", { $gz: "%%%", bytes: 9_000 }, "not-gzip"],
    [
      "no UTF-8",
      { $gz: gzipSync(Buffer.from([0xff, 0xfe])).toString("base64"), bytes: 2 },
      "not-utf8",
    ],
    ["more than is allowed", { $gz: gz("a"), bytes: RESULT_MAX_BYTES + 1 }, "content"],
  ])("refuses %s", (_what, content, reason) => {
    const decoded = decodeHistoryState(stored(content));
    expect(decoded.ok).toBe(false);
    expect(!decoded.ok && decoded.reason).toContain(reason);
  });

  it("refuses a history that is too large in all", () => {
    const content = { $gz: gz("a".repeat(RESULT_MAX_BYTES)), bytes: RESULT_MAX_BYTES };
    const entries = (count: number) =>
      Array.from({ length: count }, () => ({ role: "tool" as const, tool_call_id: "c", content }));
    expect(decompressHistory(entries(4)).ok).toBe(true);
    expect(decompressHistory(entries(5))).toEqual({ ok: false, reason: "over-limit" });
  });
});

describe("decoding", () => {
  it("accepts the other two shapes, each only for its policy and schema", () => {
    const users = { ums_conversation_id: UUID };
    expect(decodeRemoteState(users)).toMatchObject({ ok: true, state: users });
    expect(measureState(users)).toBe(62);
    const concierge = { context_state: { intake_summary: "" }, schema: "concierge@1" };
    expect(decodeIntake(concierge)).toMatchObject({ ok: true, state: concierge });
    for (const [decode, state] of [
      [decodeRemoteState, { ...users, extra: 1 }],
      [decodeRemoteState, { ums_conversation_id: "1" }],
      [decodeRemoteState, concierge],
      [decodeHistoryState, users],
      [(value: unknown) => decodeContextState("coordinator@1", value), concierge],
      [decodeIntake, { ...concierge, transcript: [] }],
    ] as const) {
      expect(decode(state).ok, `${decode.name} ${JSON.stringify(state)}`).toBe(false);
    }
  });

  it.each([
    [decodeIntake, { context_state: {}, schema: "concierge@9" }, "concierge@9"],
    [decodeHistoryState, { version: 2, is_gpa: true, gpa_messages: {} }, "2"],
    [decodeRemoteState, { version: "3", ums_conversation_id: UUID }, "?"],
  ])("calls an unknown version by its name and reads nothing of it", (decode, state, version) => {
    expect(decode(state)).toEqual({ ok: false, reason: `unknown version: ${version}` });
  });

  it("upcasts the seeds' form, which has no runs", () => {
    const seed = { is_gpa: true, gpa_messages: { tool_call_history: history("ok") } };
    const decoded = decodeHistoryState(seed);
    expect(decoded.ok && decoded.exchanges.map(({ runId }) => runId)).toEqual(["unknown"]);
  });

  it.each([
    [
      "a system prompt",
      { tool_call_history: [{ role: "system", content: "s" }], exchange_runs: [] },
    ],
    ["runs that do not match", { tool_call_history: history("ok"), exchange_runs: ["a", "b"] }],
    [
      "a beginning within an exchange",
      { tool_call_history: history("ok").slice(1), exchange_runs: [] },
    ],
    ["an unknown field", { tool_call_history: [], exchange_runs: [], system_prompt: "s" }],
    ["a field on an entry", { tool_call_history: [{ role: "user", content: "", x: 1 }] }],
  ])("sets aside %s", (_what, messages) => {
    expect(decodeHistoryState({ is_gpa: true, gpa_messages: messages }).ok).toBe(false);
  });

  it("does not repeat content in its reasons", () => {
    const decoded = decodeHistoryState({
      is_gpa: true,
      "sk-1234567890abcdefgh": "canary",
    });
    expect(!decoded.ok && decoded.reason).toMatch(/gpa_messages/);
    expect(!decoded.ok && decoded.reason).not.toMatch(/canary|567890/);
  });

  it("answers anything with a result, and never throws", () => {
    const decoders = fc.constantFrom(decodeHistoryState, decodeRemoteState, decodeIntake);
    const nearly = fc.record({ is_gpa: fc.anything(), gpa_messages: fc.anything() });
    fc.assert(
      fc.property(decoders, fc.oneof(fc.anything(), nearly), (decode, value) => {
        expect(typeof decode(value).ok).toBe("boolean");
      }),
    );
    const deep: unknown = JSON.parse(`${'{"context_state":'.repeat(9_000)}1${"}".repeat(9_000)}`);
    const tooDeep = { context_state: { deep }, schema: "concierge@1" };
    expect(decodeIntake(tooDeep)).toEqual({
      ok: false,
      reason: "nested too deep",
    });
  });
});

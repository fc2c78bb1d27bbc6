import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactDetail } from "../failures/model-failure.ts";
import { finishToolCalls, foldToolCallDelta, inOrder, type ToolCallDraft } from "./answer-draft.ts";
import { fitsStrictMode } from "./build-completion-body.ts";

function fold(...deltas: Record<string, unknown>[]) {
  const drafts: ToolCallDraft[] = [];
  for (const delta of deltas) foldToolCallDelta(drafts, delta, null);
  return inOrder(drafts);
}

describe("tool-call deltas", () => {
  it("take the first id and do not repeat a name that comes with every delta", () => {
    const calls = fold(
      { index: 0, id: "a", function: { name: "run", arguments: "{" } },
      { index: 0, id: "b", function: { name: "run" } },
      { index: 0, id: "c", function: { arguments: "}" } },
    );
    expect(calls).toMatchObject([{ id: "a", name: "run", arguments: "{}" }]);
  });

  it("take an id and a name that come late", () => {
    const calls = fold(
      { index: 0, id: "", function: { name: "", arguments: "{" } },
      { index: 0, id: null, function: { name: "run", arguments: "}" } },
      { index: 0, id: "late" },
    );
    expect(calls).toMatchObject([{ id: "late", name: "run", arguments: "{}" }]);
  });

  it("tell calls apart where every one has index 0, or none has an index", () => {
    for (const index of [0, undefined]) {
      const whole = (id: string) => ({
        index,
        id,
        function: { name: "run", arguments: `{"${id}":1}` },
      });
      const calls = fold(whole("a"), whole("b"), whole("c"));
      expect(calls.map((call) => [call.id, call.arguments])).toEqual([
        ["a", '{"a":1}'],
        ["b", '{"b":1}'],
        ["c", '{"c":1}'],
      ]);
    }
  });

  it("give every call an id of ours, with one of the server's or without", () => {
    const drafts = fold(
      { index: 0, function: { name: "x", arguments: {} } },
      { index: 1, id: "call_1", function: { name: "y" } },
    );
    const calls = finishToolCalls(drafts, ["run", 0]);
    for (const { id } of calls) expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(calls[0]?.id).not.toBe(calls[1]?.id);
    expect(calls[0]?.arguments).toBe("{}");
  });

  it("come out the same wherever the arguments are cut", () => {
    const cuts = fc.array(fc.string(), { maxLength: 20 });
    fc.assert(
      fc.property(cuts, cuts, (first, second) => {
        const deltas = [
          { index: 0, id: "a", function: { name: "one" } },
          { index: 1, id: "b", function: { name: "two" } },
        ] as Record<string, unknown>[];
        for (let at = 0; at < Math.max(first.length, second.length); at += 1) {
          deltas.push({ index: 1, function: { arguments: second[at] ?? "" } });
          deltas.push({ index: 0, function: { arguments: first[at] ?? "" } });
        }
        expect(fold(...deltas).map((call) => call.arguments)).toEqual([
          first.join(""),
          second.join(""),
        ]);
      }),
    );
  });
});

describe("strict structured output", () => {
  const closed = {
    type: "object",
    properties: { a: { type: "string" } },
    required: ["a"],
    additionalProperties: false,
  };
  it.each([
    [true, closed],
    [true, { ...closed, properties: { a: { type: "array", items: closed } } }],
    [false, { ...closed, required: [] }],
    [false, { ...closed, additionalProperties: undefined }],
    [false, { ...closed, properties: { a: { type: "object" } } }],
    [false, { ...closed, $defs: { inner: { type: "object", properties: {} } } }],
    [false, { oneOf: [closed] }],
  ])("is %s where every object is closed and complete (%#)", (expected, schema) => {
    expect(fitsStrictMode(schema)).toBe(expected);
  });
});

describe("the detail for the log", () => {
  it("holds no key, in whatever form it is quoted, and has an end", () => {
    const detail = redactDetail("k-12345678 Bearer abc.def sk-proj-aaaa****bbbb", "k-12345678");
    expect(detail).toBe("[key] Bearer [key] [key]");
    expect(redactDetail("x".repeat(9_999), "")).toHaveLength(500);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldChunk, startDraft } from "./answer-draft.ts";
import { likenessOf, readAlike } from "./chunk-likeness.ts";

type Delta = Record<string, unknown>;

function chunkOf(delta: Delta, more: Record<string, unknown> = {}, choice: Delta = {}) {
  return {
    id: "chatcmpl-1",
    model: "demo",
    choices: [{ index: 0, delta, finish_reason: null, ...choice }],
    ...more,
  };
}

/** What a reader makes of `next` that has just parsed `last`. */
function readAfter(last: object, next: string, write = JSON.stringify): string | undefined {
  const data = write(last);
  const likeness = likenessOf(data, JSON.parse(data));
  return likeness ? readAlike(likeness, next) : undefined;
}

const spaced = (value: unknown) => JSON.stringify(value, null, 1).replaceAll(/\n */g, " ");
const texts = fc.string({ unit: "binary" });

describe("a chunk like the last one", () => {
  it("says what parsing it says, whatever is written in it", () => {
    fc.assert(
      fc.property(texts, texts, fc.constantFrom(JSON.stringify, spaced), (one, other, write) => {
        const next = write(chunkOf({ content: other }));
        expect(readAfter(chunkOf({ content: one }), next, write)).toBe(
          foldChunk(startDraft(""), JSON.parse(next)),
        );
      }),
    );
  });

  it("is none for any other change", () => {
    const last = chunkOf({ content: "a" });
    const others = [
      chunkOf({ content: "b" }, { model: "other" }),
      chunkOf({ content: "b" }, { usage: { prompt_tokens: 1, completion_tokens: 1 } }),
      chunkOf({ content: "b" }, {}, { finish_reason: "stop" }),
      chunkOf({ content: "b", refusal: "no" }),
      chunkOf({ content: null }),
      chunkOf({ content: ["b"] }),
      chunkOf({ tool_calls: [{ index: 0, id: "1", function: { name: "x", arguments: "" } }] }),
    ];
    for (const other of others) expect(readAfter(last, JSON.stringify(other))).toBeUndefined();
  });

  it("is none where the JSON is cut or goes on in its text", () => {
    const whole = JSON.stringify(chunkOf({ content: "b" }));
    const [before = "", after = ""] = whole.split('"b"');
    const broken = ["", '"', '"b', 'b"', '"b""c"', '"b","content":"c"', '"\\"', "1", '"b"x'];
    for (const text of broken) {
      expect(readAfter(chunkOf({ content: "a" }), before + text + after), text).toBeUndefined();
    }
    for (let to = 0; to < whole.length; to += 1) {
      expect(readAfter(chunkOf({ content: "a" }), whole.slice(0, to))).toBeUndefined();
    }
  });

  it("has no likeness with one that does more than add text", () => {
    const next = JSON.stringify(chunkOf({ content: "b" }));
    const lasts = [
      chunkOf({ content: "a" }, {}, { finish_reason: "stop" }),
      chunkOf({ content: "a" }, { usage: { prompt_tokens: 1, completion_tokens: 1 } }),
      chunkOf({ content: "a" }, {}, { index: 1 }),
      chunkOf({ content: "a" }, {}, { logprobs: { content: [] } }),
      { choices: [] },
    ];
    for (const last of lasts) expect(readAfter(last, next)).toBeUndefined();
  });

  it("has no likeness where another key of that name is found in place of its own", () => {
    const last = '{"content":5,"choices":[{"delta":{"content" : "a"}}]}';
    expect(likenessOf(last, JSON.parse(last))).toBeNull();
  });
});

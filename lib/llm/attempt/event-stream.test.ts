import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openAiSdk } from "../connections/openai-client.ts";
import { DONE, EVENT_STREAM, FINISH, textEvent } from "../testing/start-raw-server.ts";
import { ask, TEST_KEY } from "../testing/test-client.ts";
import { startDraft } from "./answer-draft.ts";
import { attemptModelCall } from "./attempt-model-call.ts";
import { buildCompletionBody } from "./build-completion-body.ts";

/** One attempt whose response consists of exactly these pieces. */
async function read(pieces: readonly Uint8Array[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const openai = new (openAiSdk().OpenAI)({
    apiKey: TEST_KEY,
    baseURL: "http://model.invalid/v1",
    maxRetries: 0,
    fetch: async () => new Response(body, { headers: EVENT_STREAM }),
  });
  const texts: string[] = [];
  const draft = startDraft();
  const request = ask("hello");
  const end = await attemptModelCall(draft, {
    openai,
    body: buildCompletionBody(request, "m", []),
    signal: request.signal,
    silenceMs: 10_000,
    onText: (text) => texts.push(text),
  });
  return { end, draft, texts };
}

function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}

describe("the event stream of an answer", () => {
  it.each(["\n", "\r\n", "\r"])("says the same wherever its bytes are cut (%j)", async (eol) => {
    const chunk = (content: string) => ({ choices: [{ delta: { content } }] });
    const lines = [
      "\uFEFF: comment",
      "",
      // Over several lines: JSON may contain line breaks between its parts.
      ...JSON.stringify(chunk("Grüße "), null, 1)
        .split("\n")
        .map((line) => `data: ${line}`),
      "",
      "id: 7",
      `data:${JSON.stringify(chunk("🪞 鏡"))}`,
      "",
      "data: [DONE]",
    ];
    const bytes = new TextEncoder().encode(lines.join(eol));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), async (cuts) => {
        const { end, texts } = await read(cutAt(bytes, cuts));
        expect(end).toEqual({ kind: "complete" });
        expect(texts).toEqual(["Grüße ", "🪞 鏡"]);
      }),
    );
  });

  it("says the same with empty events, with null, with blank lines, and with no blank line between events", async () => {
    const [one, two] = ["a ", "b"].map((content) =>
      JSON.stringify({ choices: [{ delta: { content } }] }),
    );
    const nothing = ["data:", "", "data: ", "", "data: null", "", "", ":", ""];
    for (const lines of [
      [...nothing, `data: ${one}`, "", ...nothing, `data: ${two}`, "", "data: [DONE]", ""],
      [`data: ${one}`, `data: ${two}`, "data: [DONE]"],
      [`data: ${one}`, "", `data: ${two}`, "data: [DONE]", "", "data: never read", ""],
    ]) {
      const { end, draft } = await read([new TextEncoder().encode(lines.join("\n"))]);
      expect(end).toEqual({ kind: "complete" });
      expect(draft.text).toBe("a b");
    }
  });

  it("may hold one event of a megabyte, in many pieces", async () => {
    const text = "mirror 🪞 ".repeat(100_000);
    const bytes = new TextEncoder().encode(textEvent(text) + FINISH + DONE);
    const cuts = Array.from({ length: 1_000 }, (_, at) => at * 1_009);
    const { end, draft } = await read(cutAt(bytes, cuts));
    expect(end).toEqual({ kind: "complete" });
    expect(draft.text).toBe(text);
  });

  it("may hold a hundred thousand events", async () => {
    const piece = new TextEncoder().encode(textEvent("word "));
    const { end, draft, texts } = await read([
      ...Array.from({ length: 100_000 }, () => piece),
      new TextEncoder().encode(FINISH + DONE),
    ]);
    expect(end).toEqual({ kind: "complete" });
    expect(texts).toHaveLength(100_000);
    expect(draft.text).toBe("word ".repeat(100_000));
  });

  it("may hold as many with no blank line between them", async () => {
    const line = textEvent("word ").replaceAll("\n", "");
    const { end, draft } = await read([
      new TextEncoder().encode(`${`${line}\n`.repeat(100_000)}data: [DONE]\n`),
    ]);
    expect(end).toEqual({ kind: "complete" });
    expect(draft.text).toBe("word ".repeat(100_000));
  });
});

import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type RunInput, readRunStream } from "./run-stream.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What a reader is told when the server sends exactly these pieces. */
async function read(pieces: readonly Uint8Array[], leaveAfter = Number.POSITIVE_INFINITY) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body));
  const inputs: RunInput[] = [];
  const onInput = (input: RunInput) => inputs.push(input) < leaveAfter;
  const outcome = await readRunStream("run", 0, onInput, new AbortController().signal);
  return { outcome, inputs };
}

const TEXT = [
  'event:snapshot\ndata:{"answerMessageId":"0190f5a4-5c3e-7cc1-8a6e-1f2d3c4b5a69","offset":0,"text":"","seq":0,"status":null}\n\n',
  ":\n\n",
  'data:[0,"Grüße\\n\\n"]\n\n',
  'event:status\ndata:{"seq":1,"status":"thinking"}\n\n',
  'data:[7,"🪞"]\n\n',
  'event:end\ndata:{"seq":2,"ending":"complete","notice":null}\n\n',
].join("");

const INPUTS: RunInput[] = [
  { kind: "snapshot", offset: 0, text: "", seq: 0, status: null },
  { kind: "delta", offset: 0, text: "Grüße\n\n" },
  { kind: "status", seq: 1, status: "thinking" },
  { kind: "delta", offset: 7, text: "🪞" },
  { kind: "end", seq: 2, ending: "complete", notice: null },
];

describe("readRunStream", () => {
  it.each(["\n", "\r\n"])("says the same wherever the bytes are cut (%j)", async (eol) => {
    const bytes = new TextEncoder().encode(TEXT.replaceAll("\n", eol));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), async (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
        expect(await read(pieces)).toEqual({ outcome: "over", inputs: INPUTS });
      }),
    );
  });

  it("leaves where the reader wants no more, in the middle of a piece", async () => {
    expect(await read([new TextEncoder().encode(TEXT)], 2)).toEqual({
      outcome: "over",
      inputs: INPUTS.slice(0, 2),
    });
  });
});

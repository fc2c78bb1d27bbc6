import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as contract from "@/lib/contracts/public/public-event.ts";
import { readFrame, readRunStream } from "./run-stream.ts";

const ANSWER = "3f0c7a52-6a4e-4c8a-9d0e-1b2c3d4e5f60";
const frame = (event: string, value: unknown) => ({ event, data: JSON.stringify(value) });

describe("readFrame", () => {
  it("reads each kind of frame", () => {
    expect(readFrame(frame("message", [3, "lo"]), contract)).toEqual({
      type: "delta",
      offset: 3,
      text: "lo",
    });
    expect(
      readFrame(
        frame("snapshot", {
          answerMessageId: ANSWER,
          offset: 0,
          text: "x",
          seq: 1,
          status: null,
          forMs: 400,
        }),
        contract,
      ),
    ).toEqual({
      type: "snapshot",
      answerMessageId: ANSWER,
      offset: 0,
      text: "x",
      seq: 1,
      status: null,
      forMs: 400,
    });
    expect(readFrame(frame("status", { seq: 2, status: "reading" }), contract)).toEqual({
      type: "status",
      seq: 2,
      status: "reading",
    });
    const sources = [{ kind: "page", number: 1, title: "Glass", address: null }];
    expect(readFrame(frame("sources", { seq: 3, sources }), contract)).toEqual({
      type: "sources",
      seq: 3,
      sources,
    });
    expect(readFrame(frame("end", { seq: 3, ending: "stopped", notice: null }), contract)).toEqual({
      type: "end",
      seq: 3,
      ending: "stopped",
      notice: null,
    });
  });

  it.each([
    { event: "message", data: "not json" },
    frame("message", [-1, "x"]),
    frame("message", ["0", "x"]),
    frame("message", [0]),
    frame("snapshot", { offset: 0, seq: 1 }),
    frame("status", { seq: 1, status: "toString" }),
    frame("end", { seq: 1, ending: "exploded", notice: null }),
    frame("end", null),
    frame("unheard-of", {}),
  ])("drops %j", (bad) => {
    expect(readFrame(bad, contract)).toBeNull();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The inputs that a reader gets when the server sends exactly these pieces. */
async function read(pieces: readonly Uint8Array[], leaveAfter = Number.POSITIVE_INFINITY) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body));
  const inputs: contract.PublicUpdate[] = [];
  const onInput = (input: contract.PublicUpdate) => inputs.push(input) < leaveAfter;
  const outcome = await readRunStream("run", 0, onInput, new AbortController().signal);
  return { outcome, inputs };
}

const TEXT = [
  `event:snapshot\ndata:{"answerMessageId":"${ANSWER}","offset":0,"text":"","seq":0,"status":null,"forMs":0}\n\n`,
  ":\n\n",
  'data:[0,"Grüße\\n\\n"]\n\n',
  'event:status\ndata:{"seq":1,"status":"thinking"}\n\n',
  'data:[7,"🪞"]\n\n',
  'event:end\ndata:{"seq":2,"ending":"complete","notice":null}\n\n',
].join("");

const INPUTS: contract.PublicUpdate[] = [
  {
    type: "snapshot",
    answerMessageId: ANSWER,
    offset: 0,
    text: "",
    seq: 0,
    status: null,
    forMs: 0,
  },
  { type: "delta", offset: 0, text: "Grüße\n\n" },
  { type: "status", seq: 1, status: "thinking" },
  { type: "delta", offset: 7, text: "🪞" },
  { type: "end", seq: 2, ending: "complete", notice: null },
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

  const ours = (code: string) => JSON.stringify({ error: { code, message: "Not now." } });
  it.each([
    [404, ours("not-found"), "gone"],
    [401, ours("signed-out"), "signed-out"],
    [503, ours("unavailable"), "broken"],
    [404, "<!DOCTYPE html><title>Not found</title>", "broken"],
    [404, ours("no-such-address"), "broken"],
    [401, "", "broken"],
    [403, "null", "broken"],
  ] as const)(
    "takes %i with %j as %s: only our own words end it",
    async (status, body, outcome) => {
      vi.stubGlobal("fetch", async () => new Response(body, { status }));
      const signal = new AbortController().signal;
      expect(await readRunStream("run", 0, () => true, signal)).toBe(outcome);
    },
  );
});

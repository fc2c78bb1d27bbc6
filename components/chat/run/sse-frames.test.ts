import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFrameReader } from "./sse-frames.ts";

describe("createFrameReader", () => {
  it("reads named and unnamed frames and drops comments", () => {
    const read = createFrameReader();
    const text = ':\n\nevent:status\ndata:{"a":1}\n\ndata: [0,"x"]\n\n: beat\n\n';
    expect(read(text)).toEqual([
      { event: "status", data: '{"a":1}' },
      { event: "message", data: '[0,"x"]' },
    ]);
  });

  it("joins several data lines and accepts carriage returns", () => {
    expect(createFrameReader()("event: end\r\ndata: a\r\ndata: b\r\n\r\n")).toEqual([
      { event: "end", data: "a\nb" },
    ]);
  });

  it("keeps an unfinished frame for the next chunk", () => {
    const read = createFrameReader();
    expect(read("data:[0,")).toEqual([]);
    expect(read('"x"]\n')).toEqual([]);
    expect(read("\n")).toEqual([{ event: "message", data: '[0,"x"]' }]);
  });

  it("gives the same frames however the stream is cut", () => {
    const frame = fc.record({
      event: fc.constantFrom("message", "status", "end"),
      data: fc.string().map((text) => JSON.stringify(text)),
      newline: fc.constantFrom("\n", "\r\n"),
    });
    fc.assert(
      fc.property(fc.array(frame), fc.array(fc.nat(40)), (frames, cuts) => {
        const text = frames
          .map(({ event, data, newline: n }) => `event:${event}${n}data:${data}${n}${n}`)
          .join("");
        const read = createFrameReader();
        const found = cutUp(text, cuts).flatMap(read);
        expect(found).toEqual(frames.map(({ event, data }) => ({ event, data })));
      }),
    );
  });
});

function cutUp(text: string, lengths: number[]): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const length of lengths) {
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return [...pieces, text.slice(at)];
}

import { describe, expect, it } from "vitest";
import { PublicDelta } from "../../contracts/public/public-event.ts";
import { deltaFrame, eventFrame } from "./sse-frames.ts";

describe("SSE frames", () => {
  it("frames a delta in at most 24 bytes besides its text, far into a long answer", () => {
    const framing = Buffer.byteLength(deltaFrame(9_999_999, "word")) - "word".length;
    expect(framing).toBeLessThanOrEqual(24);
  });

  it("keeps line breaks inside one frame", () => {
    const frame = deltaFrame(3, "a\n\nb");
    expect(frame.split("\n\n")).toHaveLength(2);
    expect(PublicDelta.parse(JSON.parse(frame.slice("data:".length)))).toEqual([3, "a\n\nb"]);
  });

  it("names other events", () => {
    expect(eventFrame({ type: "status", seq: 1, status: "thinking" })).toBe(
      'event:status\ndata:{"seq":1,"status":"thinking"}\n\n',
    );
  });
});

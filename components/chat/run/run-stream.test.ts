import { describe, expect, it } from "vitest";
import * as contract from "@/lib/contracts/public-event.ts";
import { readRunInput } from "./run-stream.ts";

const ANSWER = "3f0c7a52-6a4e-4c8a-9d0e-1b2c3d4e5f60";
const frame = (event: string, value: unknown) => ({ event, data: JSON.stringify(value) });

describe("readRunInput", () => {
  it("reads each kind of frame", () => {
    expect(readRunInput(frame("message", [3, "lo"]), contract)).toEqual({
      kind: "delta",
      offset: 3,
      text: "lo",
    });
    expect(
      readRunInput(
        frame("snapshot", { answerMessageId: ANSWER, offset: 0, text: "x", seq: 1, status: null }),
        contract,
      ),
    ).toEqual({ kind: "snapshot", offset: 0, text: "x", seq: 1, status: null });
    expect(readRunInput(frame("status", { seq: 2, status: "reading" }), contract)).toEqual({
      kind: "status",
      seq: 2,
      status: "reading",
    });
    expect(
      readRunInput(frame("end", { seq: 3, ending: "stopped", notice: null }), contract),
    ).toEqual({
      kind: "end",
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
    expect(readRunInput(bad, contract)).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { NEW_CHAIN } from "../../db/runs/signed-event.ts";
import { RunLog } from "../run-log.ts";
import { catchUp } from "./catch-up.ts";

/** The person has read "Mirrors show"; the answer is written again. */
function again(...pieces: string[]) {
  const head = {
    chain: NEW_CHAIN,
    seq: 1,
    publicSeq: 1,
    text: "Mirrors show",
    starts: [0],
    statuses: [],
    kept: [],
  };
  const log = new RunLog("run", "answer", () => undefined, head);
  const text = catchUp(log, head.starts);
  for (const piece of pieces) text.emit(piece);
  return { log, text };
}

describe("an answer that is written again", () => {
  it("replaces what was read, once it is whole", () => {
    const { log, text } = again("Light.");
    expect(log.text).toBe("Mirrors show");
    text.settle(true);
    expect(log.text).toBe("Light.");
  });

  it.each([
    ["nothing was written", []],
    ["less was written than was read", ["Mirr"]],
    ["something else was begun", ["Light"]],
  ])("leaves what was read where it does not come to its end and %s", (_, pieces) => {
    const { log, text } = again(...pieces);
    text.settle(false);
    expect(log.text).toBe("Mirrors show");
  });
});

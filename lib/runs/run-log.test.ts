import { describe, expect, it } from "vitest";
import type { PublicStatus } from "../contracts/public/public-status.ts";
import { RunLog } from "./run-log.ts";

const open = () => new RunLog("run", "answer", () => undefined);

function follow(log: RunLog) {
  const seen: unknown[] = [];
  const stop = log.subscribe((event) => {
    if (event.type === "delta") seen.push([event.offset, event.text]);
    if (event.type === "status") seen.push([event.seq, event.status]);
    if (event.type === "end") seen.push([event.seq, event.ending]);
  });
  return { seen, stop };
}

describe("RunLog", () => {
  it("numbers all events without gaps, and public events separately without gaps", () => {
    const log = open();
    log.emitStatus("thinking");
    log.appendEvent({ type: "run.noted", code: "a", detail: "hidden" });
    log.appendEvent({ type: "run.noted", code: "b", detail: "hidden" });
    log.emitStatus("working-it-out");
    const events = log.end({ type: "run.ended", ending: "complete", reason: null });
    expect(events.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5]);
    expect(events.map((event) => event.publicSeq)).toEqual([1, null, null, 2, 3]);
  });

  it("emits each status once, no matter how often the work changes between them", () => {
    const log = open();
    const { seen } = follow(log);
    const rounds: PublicStatus[] = ["thinking", "working-it-out", "thinking", "working-it-out"];
    for (const status of rounds) log.emitStatus(status);
    expect(seen).toEqual([
      [1, "thinking"],
      [2, "working-it-out"],
    ]);
  });

  it("tells what follows a wait again, and each wait once", () => {
    const log = open();
    const { seen } = follow(log);
    const rounds: PublicStatus[] = ["working-it-out", "waiting", "working-it-out", "waiting"];
    for (const status of rounds) log.emitStatus(status);
    expect(seen).toEqual([
      [1, "working-it-out"],
      [2, "waiting"],
      [3, "working-it-out"],
    ]);
  });

  it("does not extend an event that a flush has sent, because it may be stored", () => {
    const log = open();
    log.emitText("One");
    const sent = log.takePending();
    log.restorePending(sent);
    log.emitText(", two");
    expect(log.takePending().map(({ seq, body }) => [seq, body])).toEqual([
      [1, { type: "answer.delta", offset: 0, text: "One" }],
      [2, { type: "answer.delta", offset: 3, text: ", two" }],
    ]);
  });

  it("addresses deltas by offset and stores neighbours as one", () => {
    const log = open();
    const { seen } = follow(log);
    log.emitText("Hel");
    log.emitText("lo");
    expect(seen).toEqual([
      [0, "Hel"],
      [3, "lo"],
    ]);
    expect(log.takePending().map((event) => event.body)).toEqual([
      { type: "answer.delta", offset: 0, text: "Hello" },
    ]);
    expect(log.takePending()).toEqual([]);
  });

  it("never splits a surrogate pair and drops NUL", () => {
    const log = open();
    const { seen } = follow(log);
    log.emitText("a\ud83d");
    log.emitText("\ude00\0b");
    expect(seen).toEqual([
      [0, "a"],
      [1, "😀b"],
    ]);
    expect(log.text).toBe("a😀b");
  });

  it("keeps the order when a failed flush gives its events back", () => {
    const log = open();
    log.emitText("one ");
    const taken = log.takePending();
    log.emitText("two");
    log.restorePending(taken);
    expect(log.takePending().map((event) => event.seq)).toEqual([1, 2]);
  });

  it("tells the end to all readers, including late ones", () => {
    const log = open();
    const early = follow(log);
    log.end({ type: "run.ended", ending: "stopped", reason: null });
    expect(early.seen).toEqual([]);
    log.close({ ending: "stopped", reason: null });
    expect(early.seen).toEqual([[1, "stopped"]]);
    expect(follow(log).seen).toEqual([[1, "stopped"]]);
  });

  it("tells nothing to a reader that left", () => {
    const log = open();
    const { seen, stop } = follow(log);
    stop();
    log.emitText("unheard");
    expect(seen).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import type { Span } from "../run/span-tree.ts";
import { barOn, ticksOf, wholeAxis } from "./time-axis.ts";

const span = (startMs: number, durationMs: number, kind: Span["kind"] = "tool") =>
  ({ kind, startMs, durationMs }) as Span;
const run = (status: string, durationMs = 0) => ({ status, durationMs }) as InspectedRun;

describe("wholeAxis", () => {
  it("reaches from the first beginning, however skewed, to the last end", () => {
    const spans = [span(0, 100), span(-20, 5), span(90, 60)];
    expect(wholeAxis(spans, run("complete", 9_000))).toEqual({ fromMs: -20, toMs: 150 });
  });

  it("is not stretched by a wait for a person", () => {
    expect(wholeAxis([span(0, 100), span(80, 86_400_000, "approval")], run("complete")).toMs).toBe(
      100,
    );
  });

  it("reaches up to now while the run goes on", () => {
    expect(wholeAxis([span(0, -1)], run("running", 4_000)).toMs).toBe(4_000);
  });
});

describe("barOn", () => {
  const axis = { fromMs: 100, toMs: 200 };
  it.each([
    ["inside", span(125, 50), { left: 25, width: 50 }],
    ["over both ends", span(0, 1_000), { left: 0, width: 100 }],
    ["going on", span(150, -1), { left: 50, width: 50 }],
    ["before", span(0, 50), null],
    ["after", span(300, 50), null],
  ])("places what is %s", (_where, given, bar) => {
    expect(barOn(axis, given)).toEqual(bar);
  });
});

describe("ticksOf", () => {
  it.each([
    [{ fromMs: 0, toMs: 790 }, [0, 200, 400, 600]],
    [{ fromMs: -20, toMs: 20 }, [-20, -10, 0, 10, 20]],
  ])("stands at round times on %o", (axis, ticks) => {
    expect(ticksOf(axis)).toEqual(ticks);
  });
});

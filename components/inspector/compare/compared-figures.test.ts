import { describe, expect, it } from "vitest";
import type { ComparedRun, RunComparison } from "@/lib/contracts/inspector/run-comparison.ts";
import { listFigures } from "./compared-figures.tsx";

const side = (durationMs: number, deviation: number | null, hasPlan = true) =>
  ({
    run: {
      durationMs,
      deviation,
      rounds: 1,
      modelCalls: 2,
      toolCalls: 3,
      inputTokens: 1_000,
      outputTokens: 10,
    },
    hasPlan,
    hopCount: 4,
    revisions: 0,
  }) as ComparedRun;

const figures = (left: ComparedRun, right: ComparedRun) =>
  new Map(listFigures({ left, right } as RunComparison).map((figure) => [figure.name, figure]));

describe("listFigures", () => {
  it("says a difference from left to right, with its sign and its unit", () => {
    const found = figures(side(1_500, 0.5), side(380, 0.625));
    expect(found.get("Duration")).toMatchObject({
      left: "1.50 s",
      right: "380 ms",
      difference: "−1.12 s",
    });
    expect(found.get("Deviation")).toMatchObject({
      left: "0.5",
      right: "0.625",
      difference: "+0.125",
    });
    expect(found.get("Hops")).toMatchObject({ difference: "same" });
  });

  it("never takes a run without a plan, or without a score, for one without deviation", () => {
    const found = figures(side(1, null, false), side(1, null));
    expect(found.get("Deviation")).toEqual({
      name: "Deviation",
      term: "deviation",
      left: "No plan",
      right: "Not scored",
      difference: "–",
    });
  });
});

import { describe, expect, it } from "vitest";
import type { OverviewFigures } from "@/lib/contracts/inspector/overview/runs-overview.ts";
import { CHARTS } from "./charts.ts";

const NOTHING: OverviewFigures = {
  runs: 0,
  running: 0,
  complete: 0,
  stopped: 0,
  empty: 0,
  failed: 0,
  interrupted: 0,
  denied: 0,
  wouldDeny: 0,
  needsApproval: 0,
  planned: 0,
  highDeviation: 0,
  blocked: 0,
  liked: 0,
  disliked: 0,
  inputTokens: 0,
  outputTokens: 0,
  unpriced: 0,
  states: 0,
  deviation: null,
  cost: null,
  p50: null,
  p95: null,
  p99: null,
  stateMedianBytes: null,
  stateLargestBytes: null,
};

const missingOf = (term: string, figures: Partial<OverviewFigures>) =>
  CHARTS.find((chart) => chart.term === term)?.missing({ ...NOTHING, ...figures });

describe("what stands in place of an empty chart", () => {
  it("does not deny plans that were kept", () => {
    expect(missingOf("deviation", { planned: 5, deviation: 0 })).toBe(
      "Every run of this time kept to its plan.",
    );
    expect(missingOf("deviation", {})).toBe("No run with a plan has ended in this time.");
  });

  it("does not deny prices of nothing", () => {
    expect(missingOf("cost", { cost: 0 })).toBe("The runs of this time cost nothing.");
    expect(missingOf("cost", { cost: null })).toContain("MODEL_PRICES");
  });
});

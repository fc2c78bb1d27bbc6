import { describe, expect, it } from "vitest";
import type { OverviewFigures } from "@/lib/contracts/inspector/runs-overview.ts";
import { formatCostOf } from "../runs/cost-words.ts";
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
  waiting: 0,
  approved: 0,
  declined: 0,
  planned: 0,
  highDeviation: 0,
  blocked: 0,
  liked: 0,
  disliked: 0,
  inputTokens: 0,
  outputTokens: 0,
  noPrice: 0,
  unknownCost: 0,
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

describe("the cost of many runs", () => {
  const chart = CHARTS.find(({ term }) => term === "cost");
  const say = (figures: Partial<OverviewFigures>) => {
    const total = { ...NOTHING, ...figures };
    return [chart?.headline(total), ...(chart?.note(total) ?? []).map(({ words }) => words)];
  };

  it("has three words for unknown, nothing and no price", () => {
    expect(say({ cost: 0 })).toEqual(["0", "by the prices at the time"]);
    expect(say({ cost: 0, noPrice: 45 })).toEqual(["no price", "45 runs without a price"]);
    expect(say({ cost: null, unknownCost: 1 })).toEqual(["unknown", "1 run of unknown cost"]);
    expect(say({ cost: 2, noPrice: 1, unknownCost: 2 })).toEqual([
      "≥ 2.00",
      "1 run without a price, 2 runs of unknown cost",
    ]);
  });

  it("does not say that everything cost nothing where some cost is not known", () => {
    expect(missingOf("cost", { cost: 0, noPrice: 45 })).not.toBe(
      "The runs of this time cost nothing.",
    );
  });
});

describe("the cost of one run", () => {
  it.each([
    [0, null, "0"],
    [null, "no-calls", "0"],
    [null, "no-price", "no price"],
    [null, "own-server", "no price"],
    [null, "not-reported", "unknown"],
    [null, null, "unknown"],
    [0, "partly", "unknown"],
    [2, "partly", "≥ 2.00"],
  ] as const)("%s with the note %s reads %s", (cost, costNote, words) => {
    expect(formatCostOf({ cost, costNote })).toBe(words);
  });
});

/** What fits beside an axis. */
const TICK_MAX_LENGTH = 7;

describe("the values beside an axis", () => {
  it.each(CHARTS.map((chart) => [chart.term, chart] as const))("of %s fit", (term, { tick }) => {
    // A deviation is a share of one.
    const highest = term === "deviation" ? 0 : 9;
    const powers = Array.from({ length: 13 }, (_, index) => 10 ** (index - 3)).filter(
      (power) => power <= 10 ** highest,
    );
    const steps = powers.flatMap((power) => [power, 2 * power, 5 * power]);
    const long = steps.map(tick).filter(({ length }) => length > TICK_MAX_LENGTH);
    expect(long).toEqual([]);
  });

  it("of sizes are whole bytes below 1 KB", () => {
    const { tick } = CHARTS.find(({ term }) => term === "hiddenState") ?? {};
    expect([0, 100, 2_048, 5_242_880].map((bytes) => tick?.(bytes))).toEqual([
      "0 B",
      "100 B",
      "2 KB",
      "5 MB",
    ]);
  });
});

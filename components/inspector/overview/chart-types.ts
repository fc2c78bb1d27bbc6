/** What a chart of the overview is made of. */
import type { OverviewFigures } from "@/lib/contracts/inspector/overview/runs-overview.ts";
import type { RunQuery } from "@/lib/contracts/inspector/runs/run-query.ts";

export type Look = "strong" | "middle" | "light";

export type Series = {
  name: string;
  look: Look;
  /** Null: nothing to measure. */
  value: (figures: OverviewFigures) => number | null;
  /** What the list of runs is narrowed to when this is what is looked for. */
  narrow?: RunQuery;
};

export type Chart = {
  title: string;
  form: "bars" | "lines";
  /** The figure of the whole range, and a few words beside it. */
  headline: (total: OverviewFigures) => string;
  note: (total: OverviewFigures) => string;
  /** Where the headline leads, besides the time. */
  narrow: RunQuery;
  series: readonly Series[];
  format: (value: number) => string;
  /** The same, shorter, for an axis. */
  tick: (value: number) => string;
  /** Whether there is anything between 0 and 1. */
  fractions?: boolean;
};

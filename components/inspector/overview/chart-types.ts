/** What a chart of the overview is made of. */

import type { OverviewFigures } from "@/lib/contracts/inspector/overview/runs-overview.ts";
import type { RunQuery } from "@/lib/contracts/inspector/runs/run-query.ts";
import type { TermName } from "../values/term.tsx";

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
  /** Explains the title. */
  term: TermName;
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

/** How series are told apart: by weight and by dashes, so that no colour is needed. */
type LookOf = { fill: string; opacity: number; dash: string | undefined };

export const LOOKS: Record<Look, LookOf> = {
  strong: { fill: "var(--color-accent)", opacity: 1, dash: undefined },
  middle: { fill: "var(--color-accent)", opacity: 0.62, dash: "5 3" },
  light: { fill: "var(--color-silver)", opacity: 1, dash: "1.5 3" },
};

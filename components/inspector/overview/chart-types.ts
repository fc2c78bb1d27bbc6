/** The types of the overview's charts. */

import type { OverviewFigures } from "@/lib/contracts/inspector/overview/runs-overview.ts";
import type { RunQuery } from "@/lib/contracts/inspector/runs/run-query.ts";
import type { TermName } from "../values/term.tsx";

export type Look = "strong" | "middle" | "light";

export type Series = {
  name: string;
  look: Look;
  /** Null: no value. */
  value: (figures: OverviewFigures) => number | null;
  /** The filter that finds the runs of this series. */
  narrow?: RunQuery;
};

/** A part of the note below a headline. A count leads to the runs that it counts. */
export type Note = { words: string; narrow?: RunQuery };

export type Chart = {
  title: string;
  /** The explanation of the title. */
  term: TermName;
  form: "bars" | "lines";
  /** The figure of the whole range, and a short note beside it. */
  headline: (total: OverviewFigures) => string;
  note: (total: OverviewFigures) => readonly Note[];
  /** Shown in place of an empty picture: what is missing, and what would bring it. */
  missing: (total: OverviewFigures) => string;
  /** The filter of the headline's link, besides the time. */
  narrow: RunQuery;
  series: readonly Series[];
  format: (value: number) => string;
  /** The value in a short form, for an axis. */
  tick: (value: number) => string;
  /** True if values between 0 and 1 occur. */
  fractions?: boolean;
};

/** Series differ by weight and dashes, so that no colour is needed. */
type LookOf = { fill: string; opacity: number; dash: string | undefined };

export const LOOKS: Record<Look, LookOf> = {
  strong: { fill: "var(--color-accent)", opacity: 1, dash: undefined },
  middle: { fill: "var(--color-accent)", opacity: 0.62, dash: "5 3" },
  light: { fill: "var(--color-silver)", opacity: 1, dash: "1.5 3" },
};

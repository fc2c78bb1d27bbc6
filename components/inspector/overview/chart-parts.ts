/** What every chart of the overview is made of: its type, its looks, its times and the runs behind it. */

import type { RunQuery } from "@/lib/contracts/inspector/run-query.ts";
import type { OverviewFigures, OverviewRange } from "@/lib/contracts/inspector/runs-overview.ts";
import { toSearch } from "../list-query.ts";
import type { TermName } from "../values/term.tsx";

type Look = "strong" | "middle" | "light";

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

const HOUR = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** For an axis: `21 Nov 14:00`, `21 Nov`. */
export function formatTick(iso: string, range: OverviewRange): string {
  const at = new Date(iso);
  return range === "1h" || range === "24h"
    ? `${DAY.format(at)} ${HOUR.format(at)}`
    : DAY.format(at);
}

/** For a row or a tooltip: `21 Nov 14:00`; `21 Nov`. */
export function formatStretch(iso: string, range: OverviewRange): string {
  const at = new Date(iso);
  return range === "30d" ? DAY.format(at) : `${DAY.format(at)} ${HOUR.format(at)}`;
}

type Stretch = { from: string; to: string };

/** The address of the runs behind a figure or a bucket. */
export function runsAddress({ from, to }: Stretch, narrow: RunQuery = {}): string {
  return `/admin/runs?${toSearch({ ...narrow, from, to })}`;
}

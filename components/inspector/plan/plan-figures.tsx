"use client";
/** D and what it is made of, and whether what was stored is what the log says. */
import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type {
  DeviationFigures,
  PlanInspection,
} from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import { formatCount } from "../values/format-figures.ts";
import { formatPercent, formatShare } from "./format-share.ts";

export function PlanFigures({ plan }: { plan: PlanInspection }) {
  const { figures, ended } = plan;
  return (
    <section aria-label="Deviation" className="border-b px-4 py-3.5">
      <dl className="flex flex-wrap items-start gap-x-7 gap-y-3">
        <Figure
          name="Deviation D"
          hint="Total cost by planned steps and what ran: 0 is perfect, 1 is nothing as planned."
        >
          <span className="text-lg font-[560] tracking-[-0.012em]">
            {formatShare(figures.score)}
          </span>
          {figures.score !== null && <Fraction figures={figures} />}
        </Figure>
        <Figure name="Fitness" hint="1 − D">
          {formatShare(figures.fitness)}
        </Figure>
        <Figure name="Recall" hint="Matched steps among planned ones">
          {formatPercent(figures.recall)}
          <Part part={figures.matched} whole={figures.planned} />
        </Figure>
        <Figure name="Precision" hint="Matched steps among what ran">
          {formatPercent(figures.precision)}
          <Part part={figures.matched} whole={figures.ran} />
        </Figure>
        <Figure
          name="Order"
          hint="The longest run of steps in the planned order, among matched ones"
        >
          {formatPercent(figures.order)}
        </Figure>
        <Figure
          name="Arguments compared"
          hint="Matched steps of which plan and record both have a digest"
        >
          {formatPercent(figures.argsCoverage)}
        </Figure>
        <Figure name="Metric" hint="Changes whenever the same run may score differently">
          v{figures.metricVersion}
        </Figure>
      </dl>
      {ended ? <StoredCheck plan={plan} /> : <StillGoing />}
    </section>
  );
}

function Fraction({ figures: { cost, planned, ran } }: { figures: DeviationFigures }) {
  return (
    <span className="ml-1.5 text-xs text-faint">
      {formatShare(cost)} / {formatCount(planned + ran)}
    </span>
  );
}

function Part({ part, whole }: { part: number; whole: number }) {
  if (whole === 0) return null;
  return (
    <span className="ml-1.5 text-xs text-faint">
      {formatCount(part)} / {formatCount(whole)}
    </span>
  );
}

function Figure({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <div title={hint}>
      <dt className="text-[0.6875rem] leading-4 text-faint">{name}</dt>
      <dd className="flex h-6 items-baseline tabular-nums">{children}</dd>
    </div>
  );
}

const LINE = "mt-2.5 flex items-start gap-x-1.5 text-xs";
const ICON = "mt-px size-3.5 shrink-0";

/** The score is computed from the log each time somebody looks. */
function StoredCheck({ plan: { stored, figures } }: { plan: PlanInspection }) {
  if (!stored) {
    return (
      <p className={`${LINE} text-warn`}>
        <TriangleAlert className={ICON} strokeWidth={2} aria-hidden="true" />
        <span>No score was stored. Recomputed {formatShare(figures.score)} from the log.</span>
      </p>
    );
  }
  const words = `Stored ${wordOf(stored.score)}, recomputed ${wordOf(figures.score)}`;
  if (stored.agrees) {
    return (
      <p className={`${LINE} text-good`}>
        <Check className={ICON} strokeWidth={2.5} aria-hidden="true" />
        <span>
          {words} <span className="text-faint">from the log, just now</span>
        </span>
      </p>
    );
  }
  return (
    <p className={`${LINE} text-danger`} role="alert">
      <TriangleAlert className={ICON} strokeWidth={2} aria-hidden="true" />
      <span>
        {words}: they differ. In the table of runs {wordOf(stored.onRun)}, metric v
        {stored.metricVersion} then, v{figures.metricVersion} now.
      </span>
    </p>
  );
}

function wordOf(score: number | null): string {
  return score === null ? "no plan" : formatShare(score);
}

function StillGoing() {
  return (
    <p className={`${LINE} text-faint`}>
      The run goes on: what has not run yet is pending, and costs nothing.
    </p>
  );
}

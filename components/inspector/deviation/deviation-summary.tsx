/** The figures of a range, and what they leave out. */
import type { ReactNode } from "react";
import type { DeviationOverview } from "@/lib/contracts/inspector/deviation/deviation-overview.ts";
import { formatPercent, formatShare } from "../plan/format-share.ts";
import { formatCount, formatNoun } from "../values/format-figures.ts";

export function DeviationSummary({ overview }: { overview: DeviationOverview }) {
  const { runs, withPlan, deviating, meanScore, moves, deviatingMoves } = overview;
  const withoutPlan = runs - withPlan;
  return (
    <section aria-label="Figures">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Figure name="Runs">{formatCount(runs)}</Figure>
        <Figure name="Without a plan">{formatCount(withoutPlan)}</Figure>
        <Figure name="Mean D">{formatShare(meanScore)}</Figure>
        <Figure name="Runs that deviate">
          {formatCount(deviating)}
          <Faint>{formatPercent(withPlan === 0 ? null : deviating / withPlan)}</Faint>
        </Figure>
        <Figure name="Steps and calls that deviate">
          {formatCount(deviatingMoves)}
          <Faint>
            of {formatCount(moves)}, {formatPercent(moves === 0 ? null : deviatingMoves / moves)}
          </Faint>
        </Figure>
      </dl>
      {overview.withoutMoves > 0 && (
        <p className="mt-2 text-xs text-warn">
          {formatNoun(overview.withoutMoves, "run")} kept a score without its steps, and{" "}
          {overview.withoutMoves === 1 ? "is" : "are"} in the figures of runs alone.
        </p>
      )}
    </section>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.6875rem] leading-4 text-faint">{name}</dt>
      <dd className="text-lg font-[560] tracking-[-0.012em] tabular-nums">{children}</dd>
    </div>
  );
}

function Faint({ children }: { children: ReactNode }) {
  return <span className="ml-1.5 text-xs font-normal tracking-normal text-faint">{children}</span>;
}

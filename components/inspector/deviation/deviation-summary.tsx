/** The figures of all runs in a time range, and which runs they leave out. */

import type { ReactNode } from "react";
import type { DeviationOverview } from "@/lib/contracts/inspector/deviation/deviation-overview.ts";
import * as text from "@/lib/messages/inspector-deviation.ts";
import { formatPercent, formatShare } from "../plan/format-share.ts";
import { formatCount } from "../values/format-figures.ts";
import { Figure, type TermName } from "../values/term.tsx";

export function DeviationSummary({ overview }: { overview: DeviationOverview }) {
  const { runs, withPlan, deviating, meanScore, moves, deviatingMoves } = overview;
  const withoutPlan = runs - withPlan;
  return (
    <section aria-label={text.figures()}>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <SummaryFigure term="run" name={text.runs()}>
          {formatCount(runs)}
        </SummaryFigure>
        <SummaryFigure term="withoutPlan" name={text.withoutAPlan()}>
          {formatCount(withoutPlan)}
        </SummaryFigure>
        <SummaryFigure term="deviation" name={text.meanDeviation()}>
          {formatShare(meanScore)}
        </SummaryFigure>
        <SummaryFigure term="deviating" name={text.runsThatDeviate()}>
          {formatCount(deviating)}
          <Faint>{formatPercent(withPlan === 0 ? null : deviating / withPlan)}</Faint>
        </SummaryFigure>
        <SummaryFigure term="deviating" name={text.stepsAndCallsThatDeviate()}>
          {formatCount(deviatingMoves)}
          <Faint>
            {text.of({
              moves: formatCount(moves),
              value: formatPercent(moves === 0 ? null : deviatingMoves / moves),
            })}
          </Faint>
        </SummaryFigure>
      </dl>
      {overview.withoutMoves > 0 && (
        <p className="mt-2 text-xs text-warn">
          {text.runsScoredWithoutSteps({
            count: overview.withoutMoves,
            number: formatCount(overview.withoutMoves),
          })}
        </p>
      )}
    </section>
  );
}

function SummaryFigure(props: { term: TermName; name: string; children: ReactNode }) {
  return <Figure {...props} className="text-lg font-[560] tracking-[-0.012em]" />;
}

function Faint({ children }: { children: ReactNode }) {
  return <span className="ml-1.5 text-xs font-normal tracking-normal text-faint">{children}</span>;
}

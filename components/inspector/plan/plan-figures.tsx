/** The deviation of a run, its parts, and whether the stored score agrees with the log. */
"use client";
import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import type {
  DeviationFigures,
  PlanInspection,
} from "@/lib/contracts/inspector/run/plan-inspection.ts";
import * as text from "@/lib/messages/inspector-plan.ts";
import { formatCount, formatPercent, formatShare } from "../values/format-figures.ts";
import { Figure, Term, type TermName } from "../values/term.tsx";

export function PlanFigures({ plan }: { plan: PlanInspection }) {
  const { figures, ended } = plan;
  // Of a run that goes on, a score of nothing yet would read as a perfect one.
  const isScored = ended || figures.ran > 0;
  return (
    <section aria-label={text.deviation()} className="border-b px-4 py-3.5">
      <dl className="flex flex-wrap items-start gap-x-7 gap-y-3">
        <PlanFigure term="deviation" name={text.deviation()}>
          <span className="text-lg font-[560] tracking-[-0.012em]">
            {formatShare(isScored ? figures.score : null)}
          </span>
          {isScored && figures.score !== null && <Fraction figures={figures} />}
          {!ended && <span className="ml-1.5 text-xs text-faint">{text.soFar()}</span>}
        </PlanFigure>
        <PlanFigure term="fitness" name={text.fitness()}>
          {formatShare(isScored ? figures.fitness : null)}
        </PlanFigure>
        <PlanFigure term="recall" name={text.recall()}>
          {formatPercent(figures.recall)}
          {figures.recall !== null && (
            <Part part={figures.matched} whole={figures.planned} inWords={text.partOfPlanned} />
          )}
        </PlanFigure>
        <PlanFigure term="precision" name={text.precision()}>
          {formatPercent(figures.precision)}
          <Part part={figures.matched} whole={figures.ran} inWords={text.partOfWhatRan} />
        </PlanFigure>
        <PlanFigure term="order" name={text.inOrder()}>
          {formatPercent(figures.order)}
        </PlanFigure>
        <PlanFigure term="argumentCoverage" name={text.argumentsCompared()}>
          {formatPercent(figures.argsCoverage)}
        </PlanFigure>
        <PlanFigure term="metricVersion" name={text.scoringRules()}>
          {text.version({ version: figures.metricVersion })}
        </PlanFigure>
      </dl>
      {ended ? <StoredCheck plan={plan} /> : <StillGoing />}
    </section>
  );
}

/** How the deviation is computed: cost over the number of planned and executed moves. */
function Fraction({ figures: { cost, size } }: { figures: DeviationFigures }) {
  return (
    <Term name="alignmentCost" className="ml-1.5 text-xs text-faint">
      {text.fractionOfDeviation({
        points: text.points({ count: Number(formatShare(cost)) }),
        items: text.items({ count: size }),
      })}
    </Term>
  );
}

type PartProps = {
  part: number;
  whole: number;
  inWords: (amounts: { part: string; whole: string }) => string;
};

function Part({ part, whole, inWords }: PartProps) {
  if (whole === 0) return null;
  return (
    <span className="ml-1.5 text-xs text-faint">
      {inWords({ part: formatCount(part), whole: formatCount(whole) })}
    </span>
  );
}

function PlanFigure(props: { term: TermName; name: string; children: ReactNode }) {
  return <Figure {...props} className="flex h-6 items-baseline" />;
}

const LINE = "mt-2.5 flex items-start gap-x-1.5 text-xs";
const ICON = "mt-px size-3.5 shrink-0";

/** Whether the stored score equals the one that is computed from the log for this page. */
function StoredCheck({ plan: { stored, figures } }: { plan: PlanInspection }) {
  if (!stored) {
    return (
      <p className={`${LINE} text-warn`}>
        <TriangleAlert className={ICON} strokeWidth={2} aria-hidden="true" />
        <span>{text.noScoreWasStoredRecomputedFrom({ score: formatShare(figures.score) })}</span>
      </p>
    );
  }
  const scores = { stored: wordOf(stored.score), now: wordOf(figures.score) };
  if (stored.agrees) {
    return (
      <p className={`${LINE} text-good`}>
        <Check className={ICON} strokeWidth={2.5} aria-hidden="true" />
        <span>
          {text.storedAndRecomputed(scores)}{" "}
          <span className="text-faint">{text.fromTheLogJustNow()}</span>
        </span>
      </p>
    );
  }
  return (
    <p className={`${LINE} text-danger`} role="alert">
      <TriangleAlert className={ICON} strokeWidth={2} aria-hidden="true" />
      <span>
        {text.storedAndRecomputedDiffer({
          ...scores,
          onRun: wordOf(stored.onRun),
          storedVersion: stored.metricVersion,
          currentVersion: figures.metricVersion,
        })}
      </span>
    </p>
  );
}

function wordOf(score: number | null): string {
  return score === null ? text.withoutScore() : formatShare(score);
}

function StillGoing() {
  return <p className={`${LINE} text-faint`}>{text.theRunIsGoingOnSteps()}</p>;
}

/** A run without a plan has no score, so neither 0 nor 100 % is shown. */
export function NoPlan({ plan: { ended, stored } }: { plan: PlanInspection }) {
  const more = ended ? text.thereIsNothingToCompareWith() : text.itIsNotMadeYet();
  return (
    <section aria-label={text.deviation()} className="border-b px-4 py-4">
      <p className="flex flex-wrap items-center gap-2">
        <Chip>{text.noPlan()}</Chip>
        <span className="text-soft">{more}</span>
      </p>
      {stored && stored.score !== null && (
        <p className="mt-2 text-danger" role="alert">
          {text.storedWithoutPlan({ score: stored.score })}
        </p>
      )}
    </section>
  );
}

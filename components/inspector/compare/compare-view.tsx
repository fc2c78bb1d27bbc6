/** Two runs side by side: figures, question and answer, plan, hops and state. */
"use client";
import { ArrowLeftRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { InspectedStep } from "@/lib/contracts/inspector/run/plan-inspection.ts";
import type {
  AlignedSteps,
  ComparedRun,
  ComparedText,
  RunComparison,
} from "@/lib/contracts/inspector/run-comparison.ts";
import * as texts from "@/lib/messages/inspector-compare.ts";
import { FailureNotice, Page, Part } from "../frame.tsx";
import { StepIcon, WrittenText } from "../plan/plan-marks.tsx";
import { RunName, StatusChip } from "../run-marks.tsx";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { Digest } from "../values/copy-button.tsx";
import { Moment } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { AlignedHopList, AlignedPairs } from "./aligned-pairs.tsx";
import { ComparedFigures } from "./compared-figures.tsx";
import { ComparedStates } from "./compared-states.tsx";
import { RunPicker } from "./run-picker.tsx";
import { TextDifference } from "./text-difference.tsx";
import { useComparison, useSides } from "./use-comparison.ts";

export function CompareView() {
  const { a, b } = useSides();
  return (
    <Page title={texts.compareRuns()} className="max-w-[90rem] gap-5">
      {a !== null && b !== null ? <Comparison a={a} b={b} /> : <RunPicker a={a} b={b} />}
    </Page>
  );
}

function Comparison({ a, b }: { a: string; b: string }) {
  const { data, error, refetch } = useComparison({ a, b });
  if (data === undefined) {
    if (!error) return <ComparisonSkeleton />;
    return (
      <>
        <FailureNotice error={error} onRetry={() => refetch()} />
        <RunPicker a={a} b={b} />
      </>
    );
  }
  return (
    <div className="grid gap-7">
      {error && <FailureNotice error={error} stale onRetry={() => refetch()} />}
      <RunSides comparison={data} />
      <Sections comparison={data} />
    </div>
  );
}

function Sections({ comparison }: { comparison: RunComparison }) {
  const { hidden, question, answer, plan, hops, states } = comparison;
  return (
    <>
      {hidden && <p className="text-soft">{texts.onlyShapesAreCompared()}</p>}
      <Section title={texts.figures()}>
        <ComparedFigures comparison={comparison} />
      </Section>
      <Section title={texts.question()}>
        <SaidDifference text={question} none={texts.nothingWasAsked()} />
      </Section>
      <Section title={texts.answer()}>
        <SaidDifference text={answer} none={texts.neitherRunHasAnAnswer()} />
      </Section>
      <Section title={texts.plan()}>
        <AlignedStepList plan={plan} comparison={comparison} />
      </Section>
      <Section title={texts.hops()}>
        <AlignedHopList hops={hops} />
      </Section>
      <Section title={texts.state()}>
        <ComparedStates states={states} />
      </Section>
    </>
  );
}

function SaidDifference({ text, none }: { text: ComparedText | null; none: string }) {
  if (text === null) return <p className="border-y py-3 text-soft">{texts.wordsAreHidden()}</p>;
  return <TextDifference text={text} none={none} />;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Part title={title} look="small" className="min-w-0">
      <div className="mt-2">{children}</div>
    </Part>
  );
}

function ComparisonSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">{texts.loadingBothRuns()}</span>
      <div className="grid grid-cols-2 gap-6">
        <SkeletonLine className="h-5 w-3/4" />
        <SkeletonLine className="h-5 w-3/4" />
      </div>
      {["w-1/2", "w-2/3", "w-2/5", "w-3/5"].map((width) => (
        <SkeletonLine key={width} className={width} />
      ))}
    </div>
  );
}

type AlignedStepListProps = { plan: AlignedSteps; comparison: RunComparison };

/** The plans of both runs. */
function AlignedStepList({ plan, comparison: { left, right } }: AlignedStepListProps) {
  if (!left.hasPlan && !right.hasPlan) {
    return <p className="border-y py-3 text-soft">{texts.neitherRunHasAPlan()}</p>;
  }
  return (
    <>
      {left.hasPlan !== right.hasPlan && (
        <p className="mb-2 text-warn">
          {left.hasPlan ? texts.theRightRunHasNoPlan() : texts.theLeftRunHasNoPlan()}
        </p>
      )}
      <AlignedPairs
        title={texts.stepsOfThePlans()}
        pairs={plan.pairs}
        counts={plan.counts}
        isAligned={plan.isAligned}
        show={(step) => <Step step={step} />}
      />
    </>
  );
}

function Step({ step }: { step: InspectedStep }) {
  return (
    <div
      className={step.type === "tool" ? "flex items-start gap-2 pl-4" : "flex items-start gap-2"}
    >
      <StepIcon type={step.type} />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <InertText text={step.target} />{" "}
          <span className="font-mono text-xs font-normal text-faint">
            <InertText text={step.id} />
          </span>
        </p>
        <WrittenText payload={step.objective} />
        {step.expectedArgsSha256 !== null && (
          <p className="text-xs text-faint">
            {texts.argumentsWord()} <Digest sha256={step.expectedArgsSha256} />
          </p>
        )}
      </div>
    </div>
  );
}

/** The two compared runs, each with a link to choose another. */
function RunSides({ comparison: { left, right } }: { comparison: RunComparison }) {
  return (
    <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] md:items-center">
      <Side side="a" word={texts.left()} compared={left} />
      <SearchLink
        to={{ a: right.run.id, b: left.run.id }}
        className="inline-flex items-center gap-1.5 justify-self-start rounded-md border border-line-strong px-2.5 py-1 text-xs font-medium hover:bg-hover"
      >
        <ArrowLeftRight className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
        {texts.swap()}
      </SearchLink>
      <Side side="b" word={texts.right()} compared={right} />
    </div>
  );
}

type SideProps = { side: "a" | "b"; word: string; compared: ComparedRun };

function Side({ side, word, compared: { run } }: SideProps) {
  return (
    <section
      aria-label={side === "a" ? texts.leftRun() : texts.rightRun()}
      className="min-w-0 rounded-md border bg-raised px-4 py-3"
    >
      <p className="flex items-center gap-2 text-xs text-faint">
        <span className="font-medium text-soft">{word}</span>
        <span className="truncate font-mono">{run.id}</span>
        <SearchLink to={{ [side]: null }} className={`${TEXT_LINK} ml-auto shrink-0`}>
          {texts.chooseAnother()}
        </SearchLink>
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link
          href={`/admin/runs/${run.id}`}
          prefetch={false}
          className="min-w-0 rounded-sm font-medium wrap-anywhere hover:underline"
        >
          <RunName run={run} />
        </Link>
        <StatusChip status={run.status} />
      </p>
      <p className="mt-0.5 text-xs text-faint">
        <InertText text={run.person.name} /> · {run.agentId}
        {run.model !== null && (
          <>
            {" · "}
            <InertText text={run.model} />
          </>
        )}
        {" · "}
        <Moment at={run.startedAt} />
      </p>
    </section>
  );
}

"use client";
/** Two runs side by side: figures, question and answer, plan, hops and state. */
import type { ReactNode } from "react";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { RunComparison } from "@/lib/contracts/inspector/compare/run-comparison.ts";
import * as texts from "@/lib/messages/inspector-compare.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { AlignedHopList } from "./aligned-hops.tsx";
import { AlignedStepList } from "./aligned-steps.tsx";
import { ComparedFigures } from "./compared-figures.tsx";
import { ComparedStates } from "./compared-states.tsx";
import { RunPicker } from "./run-picker.tsx";
import { RunSides } from "./run-sides.tsx";
import { TextDifference } from "./text-difference.tsx";
import { useComparison, useSides } from "./use-comparison.ts";

export function CompareView() {
  const { a, b } = useSides();
  return (
    <main className="mx-auto grid max-w-[90rem] gap-5 px-4 py-5 lg:px-6">
      <h1 className="text-lg font-[560] tracking-[-0.012em]">{texts.compareRuns()}</h1>
      {a !== null && b !== null ? <Comparison a={a} b={b} /> : <RunPicker a={a} b={b} />}
    </main>
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
  const { question, answer, plan, hops, states } = comparison;
  return (
    <>
      <Section title={texts.figures()}>
        <ComparedFigures comparison={comparison} />
      </Section>
      <Section title={texts.question()}>
        <TextDifference text={question} none={texts.nothingWasAsked()} />
      </Section>
      <Section title={texts.answer()}>
        <TextDifference text={answer} none={texts.neitherRunHasAnAnswer()} />
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

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = `compare-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-2 text-sm font-medium">
        {title}
      </h2>
      {children}
    </section>
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

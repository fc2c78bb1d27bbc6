"use client";
/** The plans of both runs. */
import type {
  AlignedSteps,
  RunComparison,
} from "@/lib/contracts/inspector/compare/run-comparison.ts";
import type { InspectedStep } from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import * as texts from "@/lib/messages/inspector-compare.ts";
import { StepIcon } from "../plan/step-icon.tsx";
import { WrittenText } from "../plan/written-text.tsx";
import { Digest } from "../values/digest.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { AlignedPairs } from "./aligned-pairs.tsx";

type AlignedStepListProps = { plan: AlignedSteps; comparison: RunComparison };

export function AlignedStepList({ plan, comparison: { left, right } }: AlignedStepListProps) {
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

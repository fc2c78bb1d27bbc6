/** Who made the plan, when it was fixed, and the earlier plans. */
"use client";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import type {
  PlanInspection,
  PlanRevision,
} from "@/lib/contracts/inspector/run/plan-inspection.ts";
import * as texts from "@/lib/messages/inspector-plan.ts";
import { amountOf, formatFullMoment, formatMoment, numberItems } from "../values/format-figures.ts";
import { Moment, Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { StepIcon, WrittenText } from "./plan-marks.tsx";

const SOURCES: Record<PlanRevision["source"], string> = {
  model: texts.plannedByTheModel(),
  person: texts.followsFromThePersonsDecision(),
  "safe-choice": texts.fallbackPlanOneStepToThe(),
  unplanned: texts.noPlanCouldBeMade(),
};

export function PlanOrigin({ active, plan }: { active: PlanRevision; plan: PlanInspection }) {
  const earlier = plan.revisions.length - 1;
  return (
    <section aria-label={texts.thePlan()} className="grid gap-1 border-b px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
        <span className="font-medium text-soft">{SOURCES[active.source]}</span>
        <span>
          {texts.madeAt()} <Moment at={active.at} />
        </span>
        {active.attempts > 1 && <span>· {texts.attemptCount(amountOf(active.attempts))}</span>}
        <Frozen revision={active} />
        {earlier > 0 && (
          <span className="text-warn">
            {texts.plannedAgain(amountOf(earlier))}{" "}
            <Term name="revision">{revisionName(active)}</Term> {texts.isInForce()}
          </span>
        )}
      </p>
      <WrittenText payload={active.reason} />
      <Undone revision={active} />
      {plan.refusals.map(({ seq, reason }) => (
        <div key={seq} className="text-xs">
          <span className="text-warn">{texts.anAnswerOfThePlanningCall()}</span>
          <WrittenText payload={reason} />
        </div>
      ))}
    </section>
  );
}

/** The person's wishes that the plan has given up. */
function Undone({ revision: { undone } }: { revision: PlanRevision }) {
  if (undone.length === 0) return null;
  return (
    <div className="text-xs">
      <span className="text-warn">{texts.askedForAndNotDone()}</span>
      <ul>
        {numberItems(undone).map(({ ordinal, item }) => (
          <li key={ordinal}>
            <WrittenText payload={item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Frozen({ revision: { frozen } }: { revision: PlanRevision }) {
  if (!frozen) {
    return (
      <span>
        · <Term name="frozen">{texts.notFixed()}</Term>
        {texts.noStepHasStarted()}
      </span>
    );
  }
  return (
    <span>
      · <Term name="frozen">{texts.fixed()}</Term> {texts.at()} <Moment at={frozen.at} />
    </span>
  );
}

/** `first plan`, `revision 2` */
function revisionName({ revision }: PlanRevision): string {
  return revision === 0 ? texts.firstPlan() : texts.revision({ revision });
}

/** `First plan`, `Revision 2` */
function revisionTitle({ revision }: PlanRevision): string {
  return revision === 0 ? texts.firstPlanTitle() : texts.revisionTitle({ revision });
}

/** The earlier plans, newest first. */
export function Revisions({ plan: { revisions } }: { plan: PlanInspection }) {
  const earlier = revisions.slice(0, -1).reverse();
  if (earlier.length === 0) return null;
  return (
    <section aria-label={texts.earlierPlans()} className="border-b px-4 py-3">
      <h3 className="text-xs font-medium text-soft">{texts.earlierPlans()}</h3>
      <ul className="mt-1 grid gap-1">
        {earlier.map((revision) => (
          <Revision key={revision.seq} revision={revision} />
        ))}
      </ul>
    </section>
  );
}

function Revision({ revision }: { revision: PlanRevision }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        data-tooltip={formatFullMoment(revision.at)}
        onClick={() => setOpen(!open)}
        className="-mx-1 flex w-full flex-wrap items-center gap-x-2 rounded-sm px-1 py-0.5 text-left text-xs text-faint hover:bg-hover"
      >
        <ChevronRight
          className={cn("size-3.5 shrink-0 transition-transform", open && "rotate-90")}
          strokeWidth={1.75}
          aria-hidden="true"
        />
        <span className="font-medium text-ink">{revisionTitle(revision)}</span>
        <span>{SOURCES[revision.source]}</span>
        <span className="tabular-nums">{texts.madeAtTime({ at: formatMoment(revision.at) })}</span>
        <span>· {texts.stepCount(amountOf(revision.steps.length))}</span>
      </button>
      {open && (
        <div className="mt-1 ml-1.5 grid gap-2 border-l pl-4">
          <p className="text-xs text-faint">
            <Frozen revision={revision} />
          </p>
          <WrittenText payload={revision.reason} />
          <Undone revision={revision} />
          <ol className="grid gap-1.5">
            {revision.steps.map((step) => (
              <li key={step.id} className="flex items-start gap-2">
                <StepIcon type={step.type} />
                <div className="min-w-0">
                  <p className="wrap-anywhere">
                    <InertText text={step.target} />{" "}
                    <span className="font-mono text-xs text-faint">{step.id}</span>
                  </p>
                  <WrittenText payload={step.objective} />
                </div>
              </li>
            ))}
          </ol>
        </div>
      )}
    </li>
  );
}

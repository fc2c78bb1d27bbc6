/** One step of the plan, its deviation, and what ran for it. */
"use client";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { AlignedRow, Attempts } from "@/lib/contracts/inspector/run/plan-inspection.ts";
import * as texts from "@/lib/messages/inspector-plan.ts";
import { useSelection } from "../run/selection/use-selection.ts";
import { amountOf } from "../values/format-figures.ts";
import { meaningOf, Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { AttemptView, DigestPair, isPicked, StepDetails, TYPE_WORDS } from "./attempt-view.tsx";
import { ClassChips, StepIcon, WrittenText } from "./plan-marks.tsx";

type RowProps = { row: AlignedRow; hasPlan: boolean; runId: string };

export function AlignedRowView({ row, hasPlan, runId }: RowProps) {
  const selection = useSelection();
  const picked = row.attempts.shown.some((attempt) => isPicked(attempt, selection));
  return (
    <li
      className={cn(
        "grid gap-x-4 gap-y-2 border-b px-4 py-2.5 @lg:@max-2xl:grid-cols-2 @2xl:grid-cols-[minmax(0,1fr)_9.5rem_minmax(0,1fr)]",
        picked && "bg-accent-wash shadow-[inset_2px_0_0_var(--color-accent)]",
      )}
    >
      <Cell title={texts.planned()} className={row.depth === 1 ? "pl-6" : ""}>
        <Planned row={row} hasPlan={hasPlan} runId={runId} />
      </Cell>
      <Cell title={texts.deviation()} className={row.depth === 1 ? "@max-2xl:pl-6" : ""}>
        <div className="flex flex-wrap items-center gap-1">
          {hasPlan ? (
            <ClassChips classes={row.classes} cost={row.cost} />
          ) : (
            <span className="text-faint">–</span>
          )}
        </div>
      </Cell>
      <Cell
        title={texts.ran()}
        className={cn(
          "@lg:@max-2xl:col-start-2 @lg:@max-2xl:row-span-2 @lg:@max-2xl:row-start-1",
          row.depth === 1 && "@max-2xl:pl-6",
        )}
      >
        <RanSide row={row} runId={runId} />
      </Cell>
    </li>
  );
}

/** In the narrow layout each cell shows its column's name; screen readers always hear it. */
function Cell({
  title,
  className,
  children,
}: {
  title: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <div className={cn("min-w-0", className)}>
      <span className="block text-[0.6875rem] leading-4 text-faint @2xl:sr-only">{title}</span>
      {children}
    </div>
  );
}

function Planned({ row: { step, attempts }, hasPlan, runId }: RowProps) {
  if (!step) {
    return <span className="text-faint">{hasPlan ? texts.notInThePlan() : texts.noPlan()}</span>;
  }
  const [first] = attempts.shown;
  return (
    <div className="flex items-start gap-2">
      <StepIcon type={step.type} />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <InertText text={step.target} />
        </p>
        <p className="text-xs text-faint">
          <Term name="step" className="font-mono wrap-anywhere">
            <InertText text={step.id} />
          </Term>
          {` · ${TYPE_WORDS[step.type]()}`}
          {step.type === "tool" && step.agentId !== null && (
            <>
              {" "}
              {texts.ofAgent()} <InertText text={step.agentId} />
            </>
          )}
        </p>
        <WrittenText payload={step.objective} />
        {step.needs !== null && step.needs.length > 0 && (
          <p className="text-xs text-faint wrap-anywhere">
            {texts.readsResultsOf({ steps: step.needs.join(", ") })}
          </p>
        )}
        {step.type === "tool" && (
          <DigestPair
            expected={step.expectedArgsSha256}
            actual={first?.argsSha256 ?? null}
            side="expected"
          />
        )}
        {attempts.count === 0 && (
          <StepDetails runId={runId} expected={step.expectedArgsSha256} attempt={null} />
        )}
      </div>
    </div>
  );
}

function RanSide({ row, runId }: Pick<RowProps, "row" | "runId">) {
  const { step, attempts, inside, classes } = row;
  const nothing = classes.includes("pending") ? texts.notYet() : texts.nothingRanForIt();
  return (
    <div className="grid gap-2">
      {attempts.count === 0 && inside.count === 0 && <p className="text-faint">{nothing}</p>}
      {attempts.shown.map((attempt, index) => (
        <AttemptView
          key={attempt.seq}
          attempt={attempt}
          expected={step?.expectedArgsSha256 ?? null}
          number={attempts.count > 1 ? index + 1 : null}
          runId={runId}
        />
      ))}
      {attempts.count > attempts.shown.length && (
        <p className="text-xs text-faint">
          {texts.showingOfAttempts({ shown: attempts.shown.length, total: attempts.count })}
        </p>
      )}
      <InsideCalls inside={inside} runId={runId} />
    </div>
  );
}

/** Tool calls below an agent's step that the plan does not detail. They are not deviations. */
function InsideCalls({ inside, runId }: { inside: Attempts; runId: string }) {
  const [open, setOpen] = useState(false);
  if (inside.count === 0) return null;
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 inline-flex items-center gap-1 rounded-sm px-1 text-left text-xs text-soft hover:bg-hover"
      >
        <ChevronRight
          className={cn("size-3.5 shrink-0 transition-transform", open && "rotate-90")}
          strokeWidth={1.75}
          aria-hidden="true"
        />
        {texts.ofTheAgentsOwnChoice(amountOf(inside.count))}
      </button>
      {open && <p className="mt-1 text-xs text-faint">{meaningOf("insideCalls")}</p>}
      {open && (
        <ul className="mt-1.5 grid gap-2 border-l pl-3">
          {inside.shown.map((attempt) => (
            <li key={attempt.seq}>
              <AttemptView attempt={attempt} expected={null} number={null} runId={runId} />
            </li>
          ))}
        </ul>
      )}
      {open && inside.count > inside.shown.length && (
        <p className="mt-1 text-xs text-faint">
          {texts.showingOfCalls({ shown: inside.shown.length, total: inside.count })}
        </p>
      )}
    </div>
  );
}

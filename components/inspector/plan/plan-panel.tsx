/** The plan of a run beside its execution. */
"use client";
import { GitCompareArrows } from "lucide-react";
import Link from "next/link";
import { useRef } from "react";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import { type AlignedRow, PlanInspection } from "@/lib/contracts/inspector/run/plan-inspection.ts";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import * as text from "@/lib/messages/inspector-plan.ts";
import { PanelContent } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { useStopMoves } from "../run/selection/selection-moves.ts";
import { useToldOfRun } from "../run/use-run-trace.ts";
import { formatCount } from "../values/format-figures.ts";
import { AlignedRowView } from "./aligned-row.tsx";
import { ClaimList } from "./claim-list.tsx";
import { NoPlan, PlanFigures } from "./plan-figures.tsx";
import { PlanFindings } from "./plan-findings.tsx";
import { PlanOrigin, Revisions } from "./plan-revisions.tsx";

export function PlanPanel({ runId }: { runId: string }) {
  const query = useToldOfRun(runId, "plan", inspectorKeys.plan(runId), PlanInspection, stampOf);
  return (
    <PanelContent query={query} stale="px-4 py-2" loading={<PlanSkeleton />}>
      {(plan) => (
        <>
          <OpenPlan plan={plan} />
          <p className="px-4 py-4">
            <Link
              href={`/admin/compare?a=${runId}`}
              prefetch={false}
              className="inline-flex items-center gap-1.5 rounded-md border border-line-strong px-2.5 py-1 text-xs font-medium hover:bg-hover"
            >
              <GitCompareArrows className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
              {text.compareWithAnotherRun()}
            </Link>
          </p>
        </>
      )}
    </PanelContent>
  );
}

function OpenPlan({ plan }: { plan: PlanInspection }) {
  const active = plan.revisions.at(-1);
  return (
    <>
      {active ? <PlanFigures plan={plan} /> : <NoPlan plan={plan} />}
      <PlanFindings plan={plan} />
      {active && <PlanOrigin active={active} plan={plan} />}
      {(active || plan.rows.length > 0) && <AlignedRows plan={plan} />}
      <ClaimList plan={plan} />
      <Revisions plan={plan} />
    </>
  );
}

function PlanSkeleton() {
  return (
    <div role="status" className="grid gap-5 px-4 py-5">
      <span className="sr-only">{text.loadingPlanAndExecution()}</span>
      <SkeletonLine className="h-5 w-2/3 max-w-md" />
      {["w-5/6", "w-2/3", "w-3/4"].map((width) => (
        <div key={width} className="grid grid-cols-2 gap-6 border-t pt-4">
          <SkeletonLine className={width} />
          <SkeletonLine className={width} />
        </div>
      ))}
    </div>
  );
}

const TYPES = [
  "hop.started",
  "hop.ended",
  "tool.called",
  "plan.made",
  "plan.frozen",
  "plan.refused",
  "execution.recorded",
  "execution.claimed",
  "deviation.scored",
];

/** Changes whenever there is something new to read. */
function stampOf({ run, eventTypes }: RunTrace): string {
  return [run.status, ...TYPES.map((type) => eventTypes[type] ?? 0)].join(".");
}

/** Steps of the plan beside their executions. Keys move between the executions. */
function AlignedRows({ plan }: { plan: PlanInspection }) {
  const list = useRef<HTMLOListElement>(null);
  const { rows, rowCount } = plan;
  const hasPlan = (plan.revisions.at(-1)?.source ?? "unplanned") !== "unplanned";
  const onKeyDown = useStopMoves(list);
  if (rows.length === 0) {
    return (
      <p className="px-4 py-8 text-center text-soft">{text.nothingWasPlannedAndNothingRan()}</p>
    );
  }
  return (
    <section aria-label={text.planAndExecution()} className="@container">
      <div
        aria-hidden="true"
        className="hidden border-b px-4 py-1.5 text-xs text-faint @2xl:grid @2xl:grid-cols-[minmax(0,1fr)_9.5rem_minmax(0,1fr)] @2xl:gap-x-4"
      >
        <span>{text.planned()}</span>
        <span>{text.deviation()}</span>
        <span>{text.ran()}</span>
      </div>
      <ol ref={list} aria-label={text.steps()} onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <AlignedRowView key={keyOf(row)} row={row} hasPlan={hasPlan} runId={plan.runId} />
        ))}
      </ol>
      {rowCount > rows.length && (
        <p className="px-4 py-2.5 text-xs text-faint">
          {text.showingOfRows({ rows: formatCount(rows.length), rowCount: formatCount(rowCount) })}
        </p>
      )}
    </section>
  );
}

/** A step's key is its id, which is unique in a plan; an unplanned execution's key is its place in the log. */
function keyOf({ step, attempts }: AlignedRow): string {
  return step ? `step:${step.id}` : `record:${attempts.shown[0]?.seq}`;
}

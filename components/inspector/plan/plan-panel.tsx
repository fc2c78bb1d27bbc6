"use client";
/** The plan of a run beside its execution. */
import { GitCompareArrows } from "lucide-react";
import Link from "next/link";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { PlanInspection } from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import * as text from "@/lib/messages/inspector-plan.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { AlignedRows } from "./aligned-rows.tsx";
import { ClaimList } from "./claim-list.tsx";
import { NoPlan, PlanFigures } from "./plan-figures.tsx";
import { PlanFindings } from "./plan-findings.tsx";
import { PlanOrigin, Revisions } from "./plan-revisions.tsx";
import { usePlan } from "./use-plan.ts";

export function PlanPanel({ runId }: { runId: string }) {
  const { data, error, refetch } = usePlan(runId);
  if (data === undefined) {
    return error ? (
      <div className="px-4 py-4">
        <FailureNotice error={error} onRetry={() => refetch()} />
      </div>
    ) : (
      <PlanSkeleton />
    );
  }
  return (
    <div>
      {error && (
        <div className="px-4 py-2">
          <FailureNotice error={error} stale onRetry={() => refetch()} />
        </div>
      )}
      <OpenPlan plan={data} />
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
    </div>
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

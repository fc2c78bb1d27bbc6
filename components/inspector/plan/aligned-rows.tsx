"use client";
/** Steps of the plan beside their executions. Keys move between the executions. */
import { useRef } from "react";
import type { AlignedRow, PlanInspection } from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import * as text from "@/lib/messages/inspector-plan.ts";
import { useStopMoves } from "../run/selection/use-stop-moves.ts";
import { formatCount } from "../values/format-figures.ts";
import { AlignedRowView } from "./aligned-row.tsx";

export function AlignedRows({ plan }: { plan: PlanInspection }) {
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

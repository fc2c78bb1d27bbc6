"use client";
/** Reads plan and execution of a run, again whenever the log has new events about them. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { PlanInspection } from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { useRunTrace } from "../run/trace/use-run-trace.ts";

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

export function usePlan(runId: string) {
  const query = useQuery({
    queryKey: inspectorKeys.plan(runId),
    queryFn: ({ signal }) =>
      fetchInspected(PlanInspection, `/api/admin/runs/${runId}/plan`, signal),
    staleTime: ({ state }) => (state.data?.ended ? Number.POSITIVE_INFINITY : 0),
  });
  const { data: trace } = useRunTrace(runId);
  const stamp = trace && stampOf(trace);
  const { refetch } = query;
  const isGoing = query.data?.ended === false;
  useEffect(() => {
    if (isGoing && stamp !== undefined) refetch();
  }, [isGoing, stamp, refetch]);
  return query;
}

/** Changes whenever there is something new to read. */
function stampOf({ run, eventTypes }: RunTrace): string {
  return [run.status, ...TYPES.map((type) => eventTypes[type] ?? 0)].join(".");
}

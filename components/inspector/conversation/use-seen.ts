"use client";
/** What the person saw of a run, asked for again whenever the run has news. */
import { useQuery } from "@tanstack/react-query";
import type { RunSkeleton } from "@/lib/contracts/run-skeleton.ts";
import { SeenRun } from "@/lib/contracts/seen-run.ts";
import { fetchInspected } from "../fetch-inspected.ts";

export function useSeen(runId: string, { run, eventCount }: RunSkeleton) {
  return useQuery({
    queryKey: ["inspector", "seen", runId, run.status === "running" ? eventCount : "ended"],
    queryFn: ({ signal }) => fetchInspected(SeenRun, `/api/admin/runs/${runId}/seen`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: run.status === "running" ? 5_000 : 300_000,
    // What is read stays until there is more of it.
    placeholderData: (before) => before,
  });
}

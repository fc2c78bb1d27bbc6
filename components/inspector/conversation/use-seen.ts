"use client";
/** What the person saw of a run, asked for again whenever the run has news: one question at a time. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { RunSkeleton } from "@/lib/contracts/run-skeleton.ts";
import { SeenRun } from "@/lib/contracts/seen-run.ts";
import { fetchInspected } from "../fetch-inspected.ts";

export function useSeen(runId: string, { run, eventCount }: RunSkeleton) {
  const isRunning = run.status === "running";
  const query = useQuery({
    queryKey: ["inspector", "seen", runId, isRunning],
    queryFn: ({ signal }) => fetchInspected(SeenRun, `/api/admin/runs/${runId}/seen`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // What is read stays until there is more of it.
    placeholderData: (before) => before,
  });
  const { isFetching, refetch } = query;
  const askedAt = useRef(eventCount);
  useEffect(() => {
    if (!isRunning || isFetching || askedAt.current === eventCount) return;
    askedAt.current = eventCount;
    void refetch();
  }, [isRunning, isFetching, eventCount, refetch]);
  return query;
}

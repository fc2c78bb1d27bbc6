"use client";
/** Reads the public transcript of a run again whenever the run has news, one request at a time. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { PublicTranscript } from "@/lib/contracts/inspector/conversation/public-transcript.ts";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";

export function usePublicTranscript(runId: string, { run, eventCount }: RunTrace) {
  const isRunning = run.status === "running";
  const query = useQuery({
    queryKey: inspectorKeys.transcript(runId, isRunning),
    queryFn: ({ signal }) =>
      fetchInspected(PublicTranscript, `/api/admin/runs/${runId}/transcript`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Keep the last transcript while a longer one loads.
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

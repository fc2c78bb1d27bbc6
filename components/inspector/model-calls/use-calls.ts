/** Reads the model calls of a run in pages, and a call or a segment when it is opened. */
"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import {
  CallInspection,
  type CallSummary,
  RunCalls,
  SegmentContent,
} from "@/lib/contracts/inspector/run/call-inspection.ts";
import { fetchInspected, useInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { useRunTrace } from "../run/use-run-trace.ts";

/** @param hop only this hop's calls; null: all */
export function useCalls(runId: string, hop: string | null) {
  const list = useInfiniteQuery({
    queryKey: inspectorKeys.calls(runId, hop),
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ after: String(pageParam), ...(hop ? { hop } : {}) });
      return fetchInspected(RunCalls, `/api/admin/runs/${runId}/calls?${query}`, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ hasMore, calls }) => (hasMore ? calls.at(-1)?.seq : undefined),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const news = useCallNews(runId);
  const { refetch, data } = list;
  const seen = data?.pages.at(-1)?.isRunning;
  useEffect(() => {
    // The first page is fresh; finished calls do not change.
    if (news !== null && seen) refetch();
  }, [news, seen, refetch]);
  return list;
}

/** Changes whenever the log has more events about model calls; null until the trace is loaded. */
function useCallNews(runId: string): string | null {
  const { data } = useRunTrace(runId);
  if (!data) return null;
  const { eventTypes, run } = data;
  const counts = ["model.called", "model.retried", "model.answered", "policy.violated"].map(
    (type) => eventTypes[type] ?? 0,
  );
  return [run.status, ...counts].join(" ");
}

/** @param isOver true once the call is answered: it no longer changes */
export function useCall(runId: string, seq: number, isOver: boolean) {
  const address = `/api/admin/runs/${runId}/calls/${seq}`;
  return useInspected(inspectorKeys.call(runId, seq, isOver), CallInspection, address, {
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** @param index of a segment whose content was too large to come with its call */
export function useSegment(runId: string, seq: number, index: number | "sent", isWanted: boolean) {
  const address = `/api/admin/runs/${runId}/calls/${seq}?segment=${index}`;
  return useInspected(inspectorKeys.segment(runId, seq, index), SegmentContent, address, {
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Planning, composing and discarded early calls are no rounds (docs/glossary.md). */
export function isRound({ hop, answered }: CallSummary): boolean {
  return hop?.kind !== "coordinator" && answered?.outcome !== "discarded";
}

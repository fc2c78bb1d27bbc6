/** Reads the trace of a run, and polls for news while the run is active. */
"use client";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { preload } from "react-dom";
import type * as z from "zod/mini";
import { poll } from "@/components/ui/device/polling.ts";
import { type RunTrace, TraceAnswer } from "@/lib/contracts/inspector/run/run-trace.ts";
import { fetchInspected, useInspected } from "../fetch-inspected.ts";
import { type InspectorKey, inspectorKeys } from "../inspector-keys.ts";

/** Polling interval for an active run. */
export const NEWS_MS = 300;

/** The page's HTML preloads the trace, so that it loads in parallel with the page's code. Only on the server. */
export function preloadRunTrace(runId: string): void {
  if (typeof window === "undefined")
    preload(addressOf(runId), { as: "fetch", crossOrigin: "anonymous" });
}

function addressOf(runId: string): string {
  return `/api/admin/runs/${runId}/trace`;
}

/** The trace as far as it is known, for components that show parts of it. */
export function useRunTrace(runId: string) {
  return useQuery(useTraceQuery(runId));
}

/** The same, polled while the run is active, and now and then while it waits for the person. Use it once per page: every panel gets the result. */
export function useFollowedRunTrace(runId: string) {
  return useQuery({
    ...useTraceQuery(runId),
    ...poll<RunTrace>({
      busyMs: NEWS_MS,
      isBusy: (trace) => trace?.run.status === "running",
      atRest: (trace) => trace !== undefined && isOpen(trace),
    }),
  });
}

type Told = z.ZodMiniType<{ ended: boolean }>;

/**
 * Reads what is told of a run, and again whenever a run that goes on has news of it.
 * @param part the last step of the address
 * @param stampOf changes with the news
 */
export function useToldOfRun<Contract extends Told>(
  runId: string,
  part: string,
  key: InspectorKey,
  contract: Contract,
  stampOf: (trace: RunTrace) => string,
) {
  const query = useInspected(key, contract, `/api/admin/runs/${runId}/${part}`, {
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

function useTraceQuery(runId: string) {
  const client = useQueryClient();
  const queryKey = inspectorKeys.trace(runId);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => load(runId, client.getQueryData<RunTrace>(queryKey), signal),
    // Compared by the server's version, not number by number.
    structuralSharing: false,
    staleTime: ({ state }) => (state.data && !isOpen(state.data) ? Number.POSITIVE_INFINITY : 0),
  });
}

/** True while more events can come, or the person's word. */
function isOpen({ run, waiting }: RunTrace): boolean {
  return run.status === "running" || waiting > 0;
}

/** @returns the known trace itself if nothing is new, so that nothing is rendered again */
async function load(
  runId: string,
  known: RunTrace | undefined,
  signal: AbortSignal,
): Promise<RunTrace> {
  const asKnown = known
    ? `?eventCount=${known.eventCount}&status=${known.run.status}&waiting=${known.waiting}`
    : "";
  const answer = await fetchInspected(TraceAnswer, addressOf(runId) + asKnown, signal);
  if (!("unchanged" in answer)) return answer;
  if (!known) throw new Error("The first request was answered with unchanged.");
  return known;
}

"use client";
/** Reads the trace of a run, and asks for news while the run is going on. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { preload } from "react-dom";
import { type RunTrace, TraceAnswer } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import { fetchInspected } from "../../fetch-inspected.ts";

/** How often a run that is going on is asked for what is new. */
export const NEWS_MS = 300;

function skeletonKey(runId: string) {
  return ["inspector", "skeleton", runId];
}

/** The page's own HTML asks for it already: it comes while the page's code does. Only where that HTML is made. */
export function preloadRunTrace(runId: string): void {
  if (typeof window === "undefined")
    preload(addressOf(runId), { as: "fetch", crossOrigin: "anonymous" });
}

function addressOf(runId: string): string {
  return `/api/admin/runs/${runId}/trace`;
}

/** The shape as far as it is known, for whoever shows some of it. */
export function useRunTrace(runId: string) {
  return useQuery(useSkeletonQuery(runId));
}

/** The same, asked after again and again while the run is going on. Once a page: every panel gets what it finds. */
export function useFollowedRunTrace(runId: string) {
  return useQuery({
    ...useSkeletonQuery(runId),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? NEWS_MS : false),
  });
}

function useSkeletonQuery(runId: string) {
  const client = useQueryClient();
  const queryKey = skeletonKey(runId);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => load(runId, client.getQueryData<RunTrace>(queryKey), signal),
    // The columns are compared by what the server says, not number by number.
    structuralSharing: false,
    staleTime: ({ state }) => (state.data && !isOpen(state.data) ? Number.POSITIVE_INFINITY : 0),
  });
}

/** True while more is to come: the run is going on, or somebody has yet to say yes or no. */
function isOpen({ run }: RunTrace): boolean {
  return run.status === "running";
}

/** @returns what is known, the very same, where nothing is new: nothing is rendered again then */
async function load(
  runId: string,
  known: RunTrace | undefined,
  signal: AbortSignal,
): Promise<RunTrace> {
  const asKnown = known ? `?eventCount=${known.eventCount}&status=${known.run.status}` : "";
  const answer = await fetchInspected(TraceAnswer, addressOf(runId) + asKnown, signal);
  if (!("unchanged" in answer)) return answer;
  if (!known) throw new Error("The first request was answered with unchanged.");
  return known;
}

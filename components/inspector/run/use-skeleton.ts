"use client";
/** A run's shape: read whole, then asked after while the run is going on. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RunSkeleton, SkeletonAnswer } from "@/lib/contracts/run-skeleton.ts";
import { fetchInspected } from "../fetch-inspected.ts";

const NEWS_MS = 300;

export function skeletonKey(runId: string) {
  return ["inspector", "skeleton", runId];
}

export function useSkeleton(runId: string) {
  const client = useQueryClient();
  const queryKey = skeletonKey(runId);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => load(runId, client.getQueryData<RunSkeleton>(queryKey), signal),
    // The columns are compared by what the server says, not number by number.
    structuralSharing: false,
    staleTime: ({ state }) => (state.data && !isOpen(state.data) ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? NEWS_MS : false),
  });
}

/** True while more is to come: the run is going on, or somebody has yet to say yes or no. */
function isOpen({ run }: RunSkeleton): boolean {
  return run.status === "running";
}

/** @returns what is known, the very same, where nothing is new: nothing is rendered again then */
async function load(
  runId: string,
  known: RunSkeleton | undefined,
  signal: AbortSignal,
): Promise<RunSkeleton> {
  const address = `/api/admin/runs/${runId}/skeleton`;
  const asKnown = known ? `?eventCount=${known.eventCount}&status=${known.run.status}` : "";
  const answer = await fetchInspected(SkeletonAnswer, address + asKnown, signal);
  if (!("unchanged" in answer)) return answer;
  if (!known) throw new TypeError("The server knows what nobody has told it.");
  return known;
}

"use client";
/** What arrived at one hop: fetched when it is looked at. */
import { useQuery } from "@tanstack/react-query";
import { HopEnvelope, hopAddress } from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import { fetchInspected } from "../fetch-inspected.ts";

/**
 * @param seq of the start that is meant: an id can have started more than once
 * @param isLive findings can still be added while the run is going on
 */
export function useHopEnvelope(runId: string, hopRef: string, seq: number, isLive: boolean) {
  return useQuery({
    queryKey: ["inspector", "hop", runId, hopRef, seq],
    queryFn: ({ signal }) => fetchInspected(HopEnvelope, hopAddress(runId, hopRef, seq), signal),
    staleTime: isLive ? 0 : Number.POSITIVE_INFINITY,
  });
}

"use client";
/** Hidden state around one run. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { RunStates } from "@/lib/contracts/inspector/states/state-inspection.ts";
import { fetchInspected } from "../fetch-inspected.ts";

export function useStates({ id, conversation, status }: InspectedRun) {
  return useQuery({
    // State is stored when a run ends: its status tells when there is more.
    queryKey: ["inspector", "states", conversation.id, id, status],
    queryFn: ({ signal }) =>
      fetchInspected(
        RunStates,
        `/api/admin/conversations/${conversation.id}/states?run=${id}`,
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

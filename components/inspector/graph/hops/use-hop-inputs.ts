"use client";
/** Reads what the hops in view received, in figures. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  PASSED_HOPS_MAX,
  PassedAnswer,
  type PassedToHop,
} from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import { fetchInspected } from "../../fetch-inspected.ts";

/**
 * @param seqs of the hops' starts
 * @returns by `seq`; what is not here yet is absent
 */
export function useHopInputs(
  runId: string,
  seqs: readonly number[],
): ReadonlyMap<number, PassedToHop> {
  const asked = seqs.slice(0, PASSED_HOPS_MAX).join(",");
  const { data } = useQuery({
    queryKey: ["inspector", "passed", runId, asked],
    queryFn: ({ signal }) =>
      fetchInspected(PassedAnswer, `/api/admin/runs/${runId}/hops?seqs=${asked}`, signal),
    enabled: asked !== "",
    // A start is written once.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map(data?.hops.map((hop) => [hop.seq, hop])), [data]);
}

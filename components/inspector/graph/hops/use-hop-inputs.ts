/** Reads the sizes of what the visible hops received. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  type HopInput,
  HopInputs,
} from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import { HOP_INPUTS_MAX } from "@/lib/contracts/limits.ts";
import { fetchInspected } from "../../fetch-inspected.ts";
import { inspectorKeys } from "../../inspector-keys.ts";

/**
 * @param seqs of the hops' starts
 * @returns by `seq`; hops that are still loading are absent
 */
export function useHopInputs(
  runId: string,
  seqs: readonly number[],
): ReadonlyMap<number, HopInput> {
  const asked = seqs.slice(0, HOP_INPUTS_MAX).join(",");
  const { data } = useQuery({
    queryKey: inspectorKeys.hopInputs(runId, asked),
    queryFn: ({ signal }) =>
      fetchInspected(HopInputs, `/api/admin/runs/${runId}/hops?seqs=${asked}`, signal),
    enabled: asked !== "",
    // A recorded start never changes.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map(data?.hops.map((hop) => [hop.seq, hop])), [data]);
}

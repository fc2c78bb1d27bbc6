"use client";
/** How runs left their plans, over the range that the address names. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  DeviationOverview,
  DeviationRange,
} from "@/lib/contracts/inspector/deviation/deviation-overview.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { useSearch } from "../use-search.ts";

export function useRange(): DeviationRange {
  return DeviationRange.safeParse(useSearch().get("range")).data ?? "7d";
}

export function useDeviation(range: DeviationRange) {
  return useQuery({
    queryKey: ["inspector", "deviation", range],
    queryFn: ({ signal }) =>
      fetchInspected(DeviationOverview, `/api/admin/deviation?range=${range}`, signal),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });
}

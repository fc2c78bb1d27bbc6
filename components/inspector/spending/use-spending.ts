/** Reads what people spend in the range of the address, and refreshes it. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  SpendingOverview,
  SpendingRange,
} from "@/lib/contracts/inspector/spending/spending-overview.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";

const REFRESH_MS = 15_000;

export function readSpendingRange(text: string | null): SpendingRange {
  return SpendingRange.safeParse(text).data ?? "30d";
}

export function useSpending(range: SpendingRange) {
  return useQuery({
    queryKey: inspectorKeys.spending(range),
    queryFn: ({ signal }) =>
      fetchInspected(SpendingOverview, `/api/admin/spending?range=${range}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

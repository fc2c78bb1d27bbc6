"use client";
/** Reads the figures of the range in the address, and refreshes them. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Overview, OverviewRange } from "@/lib/contracts/inspector/overview/runs-overview.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";

const REFRESH_MS = 15_000;

export function readRange(text: string | null): OverviewRange {
  const range = OverviewRange.safeParse(text);
  return range.success ? range.data : "24h";
}

export function useOverview(range: OverviewRange) {
  return useQuery({
    queryKey: inspectorKeys.overview(range),
    queryFn: ({ signal }) => {
      // The reader's offset, so that a day is the reader's day.
      const offset = new Date().getTimezoneOffset();
      const address = `/api/admin/overview?range=${range}&offset=${offset}`;
      return fetchInspected(Overview, address, signal);
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

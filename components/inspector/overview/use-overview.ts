/** Reads the figures of the range in the address, and refreshes them. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Overview, OverviewRange } from "@/lib/contracts/inspector/overview/runs-overview.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";

const REFRESH_MS = 15_000;

/** @returns undefined where none is named: the server chooses */
export function readRange(text: string | null): OverviewRange | undefined {
  return OverviewRange.safeParse(text).data;
}

export function useOverview(range: OverviewRange | undefined) {
  return useQuery({
    queryKey: inspectorKeys.overview(range ?? "chosen"),
    queryFn: ({ signal }) => {
      // The reader's offset, so that a day is the reader's day.
      const offset = new Date().getTimezoneOffset();
      const asked = range ? `range=${range}&` : "";
      const address = `/api/admin/overview?${asked}offset=${offset}`;
      return fetchInspected(Overview, address, signal);
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

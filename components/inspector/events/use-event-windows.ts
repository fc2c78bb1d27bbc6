"use client";
/** The log in windows: those that are looked at are read, and what has been read is kept. */
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { InspectedEvent } from "@/lib/contracts/inspected-event.ts";
import { EventWindow } from "@/lib/contracts/run-events.ts";
import { fetchInspected } from "../fetch-inspected.ts";

/** Events of one window. */
const WINDOW = 200;

type Windows = {
  /** Undefined while it is on its way. */
  at: (index: number) => InspectedEvent | undefined;
  error: unknown;
  refetch: () => void;
};

/**
 * @param types null: all
 * @param total how many rows there are, as far as is known
 * @param rows those that are looked at, in order
 */
export function useEventWindows(
  runId: string,
  types: readonly string[] | null,
  total: number,
  rows: readonly { index: number }[],
): Windows {
  const client = useQueryClient();
  const filter = types?.join(",") ?? null;
  const places = placesOf(rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0, total);
  const queries = useQueries({
    queries: places.map((place) => ({
      queryKey: keyOf(runId, filter, place),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const known = client.getQueryData<InspectedEvent[]>(keyOf(runId, filter, place)) ?? [];
        return [...known, ...(await readMore(runId, filter, place, known, signal))];
      },
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const isShort = (at: number) => {
    const length = queries[at]?.data?.length;
    const place = places[at] ?? 0;
    return length !== undefined && length < Math.min(WINDOW, total - place * WINDOW);
  };
  const short = places.filter((_, at) => isShort(at)).join(",");
  useEffect(() => {
    // Asked again with every event that is new, until the windows have them all.
    if (total === 0) return;
    for (const place of short.split(",").filter(Boolean))
      void client.refetchQueries({ queryKey: keyOf(runId, filter, Number(place)), exact: true });
  }, [client, short, total, runId, filter]);
  return {
    at: (index) => queries[places.indexOf(Math.floor(index / WINDOW))]?.data?.[index % WINDOW],
    error: queries.find(({ error }) => error)?.error ?? null,
    refetch: () => {
      for (const query of queries) if (query.error) void query.refetch();
    },
  };
}

function keyOf(runId: string, filter: string | null, place: number) {
  return ["inspector", "events", runId, filter, place];
}

function placesOf(first: number, last: number, total: number): number[] {
  if (total === 0) return [];
  const from = Math.floor(Math.max(0, first) / WINDOW);
  const to = Math.floor(Math.max(0, Math.min(last, total - 1)) / WINDOW);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The log only grows: of a window that was read before its end was written, only the rest is read. */
async function readMore(
  runId: string,
  filter: string | null,
  place: number,
  known: readonly InspectedEvent[],
  signal: AbortSignal,
): Promise<InspectedEvent[]> {
  const skip = place * WINDOW + known.length;
  const query = new URLSearchParams({ limit: String(WINDOW - known.length) });
  if (filter === null) query.set("from", String(skip + 1));
  else {
    query.set("types", filter);
    query.set("skip", String(skip));
  }
  const address = `/api/admin/runs/${runId}/events?${query}`;
  return (await fetchInspected(EventWindow, address, signal)).events;
}

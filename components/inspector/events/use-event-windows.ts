"use client";
/** Reads the log in windows around the rows in view, and keeps what has been read. */
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { EventWindow } from "@/lib/contracts/inspector/events/event-page.ts";
import type { InspectedEvent } from "@/lib/contracts/inspector/events/inspected-event.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import type { SpanTree } from "../run/trace/span-tree.ts";
import { NEWS_MS } from "../run/trace/use-run-trace.ts";
import { countRows } from "./count-rows.ts";

/** Events of one window. */
const WINDOW = 200;

/** What is shown: all types, or some; null: all. */
type Shown = { runId: string; types: readonly string[] | null; isGrowing: boolean };

type Windows = {
  /** Undefined while it is on its way. */
  at: (index: number) => InspectedEvent | undefined;
  error: unknown;
  refetch: () => void;
};

/**
 * How many rows there are: as many as the run's shape knows, and beyond them what has been read already.
 * Changes with the windows of the same component.
 */
export function useRowCount({ runId, types }: Shown, total: number, tree: SpanTree): number {
  const client = useQueryClient();
  const place = Math.floor(total / WINDOW);
  const read = client.getQueryData<InspectedEvent[]>(keyOf(runId, types?.join(",") ?? null, place));
  return countRows(total, read?.slice(total % WINDOW) ?? [], tree);
}

/**
 * @param total how many rows there are, as far as is known
 * @param rows those that are looked at, in order
 */
export function useEventWindows(
  { runId, types, isGrowing }: Shown,
  total: number,
  rows: readonly { index: number }[],
): Windows {
  const client = useQueryClient();
  const filter = types?.join(",") ?? null;
  const places = placesOf(rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0, total);
  // Where the next event will stand: asked for by itself, without waiting for the shape to tell of it.
  const growing = isGrowing ? Math.floor(total / WINDOW) : -1;
  const queries = useQueries({
    queries: places.map((place) => ({
      queryKey: keyOf(runId, filter, place),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const known = client.getQueryData<InspectedEvent[]>(keyOf(runId, filter, place)) ?? [];
        return [...known, ...(await readMore(runId, filter, place, known, signal))];
      },
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }: { state: { data?: InspectedEvent[] } }) =>
        place === growing && (state.data?.length ?? WINDOW) < WINDOW ? NEWS_MS : (false as const),
    })),
  });
  const lengthOf = (at: number) => queries[at]?.data?.length;
  // Each window that lacks events, with how many it has: asked for again whenever one of these numbers changes.
  const short = places.flatMap((place, at) => {
    const length = lengthOf(at);
    const isShort = length !== undefined && length < Math.min(WINDOW, total - place * WINDOW);
    return isShort ? [`${place}:${length}`] : [];
  });
  const asked = short.join(",");
  useEffect(() => {
    if (total === 0 || asked === "") return;
    const lacking = asked.split(",").map((one) => Number.parseInt(one, 10));
    for (const place of lacking) {
      const exactly = { queryKey: keyOf(runId, filter, place), exact: true };
      // What is on its way is let through: taken back with all that is new, nothing would ever arrive.
      void client.refetchQueries(exactly, { cancelRefetch: false });
    }
  }, [client, asked, total, runId, filter]);
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

/** The rows of the log: read in windows around the visible ones and kept, and moved among by keys. */
"use client";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { poll } from "@/components/ui/device/polling.ts";
import { EventWindow } from "@/lib/contracts/inspector/events/event-page.ts";
import type { InspectedEvent } from "@/lib/contracts/inspector/events/inspected-event.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import {
  MOVE_KEYS,
  type Move,
  moveTarget,
  useSelectionMoves,
} from "../run/selection/selection-moves.ts";
import { select } from "../run/selection/use-selection.ts";
import type { SpanTree } from "../run/span-tree.ts";
import { NEWS_MS } from "../run/use-run-trace.ts";

/** Events per window. */
const WINDOW = 200;

/** The types to show; null: all. */
type Shown = { runId: string; types: readonly string[] | null; isGrowing: boolean };

type Windows = {
  /** Undefined while the event is loading. */
  at: (index: number) => InspectedEvent | undefined;
  error: unknown;
  refetch: () => void;
};

/**
 * The number of rows: those that the run's trace knows, and the events read beyond them.
 * It depends on the windows that the same component reads.
 */
export function useRowCount({ runId, types }: Shown, total: number, tree: SpanTree): number {
  const client = useQueryClient();
  const place = Math.floor(total / WINDOW);
  const read = client.getQueryData<InspectedEvent[]>(
    inspectorKeys.events(runId, types?.join(",") ?? null, place),
  );
  return countRows(total, read?.slice(total % WINDOW) ?? [], tree);
}

/**
 * Counts the rows of the log that can be drawn now and keep their indentation.
 * Events of a hop that the trace does not know yet have to wait, because their depth is unknown.
 * @param beyond events that have been read beyond `total`, in order
 */
export function countRows(
  total: number,
  beyond: readonly InspectedEvent[],
  { hops }: Pick<SpanTree, "hops">,
): number {
  const place = beyond.findIndex(({ body }) => "hopRef" in body && !hops.has(body.hopRef));
  return total + (place < 0 ? beyond.length : place);
}

/**
 * @param total the known number of rows
 * @param rows the visible ones, in order
 */
export function useEventWindows(
  { runId, types, isGrowing }: Shown,
  total: number,
  rows: readonly { index: number }[],
): Windows {
  const client = useQueryClient();
  const filter = types?.join(",") ?? null;
  const places = placesOf(rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0, total);
  // The window in which the next event will appear. It is read again on its own, without waiting for the trace.
  const growing = isGrowing ? Math.floor(total / WINDOW) : -1;
  const queries = useQueries({
    queries: places.map((place) => ({
      queryKey: inspectorKeys.events(runId, filter, place),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const known =
          client.getQueryData<InspectedEvent[]>(inspectorKeys.events(runId, filter, place)) ?? [];
        return [...known, ...(await readMore(runId, filter, place, known, signal))];
      },
      staleTime: Number.POSITIVE_INFINITY,
      ...poll<InspectedEvent[]>({
        busyMs: NEWS_MS,
        isBusy: (events) => place === growing && (events?.length ?? WINDOW) < WINDOW,
        atRest: () => false,
      }),
    })),
  });
  const lengthOf = (at: number) => queries[at]?.data?.length;
  // Each incomplete window, with its number of events: read again whenever one of these numbers changes.
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
      const exactly = { queryKey: inspectorKeys.events(runId, filter, place), exact: true };
      // Let running requests finish: cancelled by every new event, none would ever complete.
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

function placesOf(first: number, last: number, total: number): number[] {
  if (total === 0) return [];
  const from = Math.floor(Math.max(0, first) / WINDOW);
  const to = Math.floor(Math.max(0, Math.min(last, total - 1)) / WINDOW);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The log is append-only, so of a window that was read too early, only the rest is read. */
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

type Keyed = {
  windows: { at: (index: number) => InspectedEvent | undefined };
  /** The selected event; null: none. */
  seq: number | null;
  /** Index of the selected row; null: none, or not known yet. */
  rank: number | null;
  total: number;
  /** True where the rows are the whole log, so that a row's place determines its event. */
  isWhole: boolean;
  flipRow: (seq: number) => void;
  /** Scrolls to a row, so that its event is loaded. */
  show: (index: number) => void;
};

export function pickEvent({ seq, body }: InspectedEvent): void {
  select({ hopRef: "hopRef" in body ? body.hopRef : null, seq });
}

/** Keys of the log: up and down, and Enter to open a row. */
export function useEventKeys(keyed: Keyed): (event: KeyboardEvent) => void {
  const { windows, seq, rank, total, isWhole, flipRow, show } = keyed;
  // The row that keys moved to last: known before the server has told its place.
  const moved = useRef<{ seq: number; index: number } | null>(null);
  // A row that was moved to before its event had loaded; it is selected when the event is there.
  const [awaited, setAwaited] = useState<number | null>(null);
  const arrived = awaited === null ? undefined : windows.at(awaited);
  const pick = (event: InspectedEvent, index: number) => {
    moved.current = { seq: event.seq, index };
    setAwaited(null);
    pickEvent(event);
  };
  useEffect(() => {
    if (arrived && awaited !== null) pick(arrived, awaited);
  });
  const move = (asked: Move) => {
    const movedTo = moved.current?.seq === seq ? moved.current?.index : undefined;
    const index = moveTarget(asked, awaited ?? rank ?? movedTo ?? null, total);
    const event = windows.at(index);
    if (event) return pick(event, index);
    if (isWhole) return select({ hopRef: null, seq: index + 1 });
    setAwaited(index);
    show(index);
  };
  useSelectionMoves(move);
  return (event) => {
    const asked = MOVE_KEYS[event.key];
    const picked = rank === null ? undefined : windows.at(rank);
    if (asked) move(asked);
    else if (event.key === "Enter" && event.target === event.currentTarget && picked)
      flipRow(picked.seq);
    else return;
    event.preventDefault();
  };
}

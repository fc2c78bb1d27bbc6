"use client";
/** One event with the payloads that its window left behind. */
import { useQuery } from "@tanstack/react-query";
import { WholeEvent } from "@/lib/contracts/inspector/events/event-page.ts";
import type { InspectedEvent } from "@/lib/contracts/inspector/events/inspected-event.ts";
import { fetchInspected } from "../fetch-inspected.ts";

/** @returns the event as it is, where nothing of it was left behind */
export function useWholeEvent(runId: string, event: InspectedEvent) {
  const isDeferred = holdsDeferred(event.body);
  const query = useQuery({
    queryKey: ["inspector", "event", runId, event.seq],
    queryFn: ({ signal }) =>
      fetchInspected(WholeEvent, `/api/admin/runs/${runId}/events/${event.seq}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isDeferred,
  });
  return { event: query.data ?? event, isReading: isDeferred && query.isLoading, ...pick(query) };
}

function pick({ error, refetch }: { error: unknown; refetch: () => unknown }) {
  return { error, refetch };
}

/** True where a payload in it, however deep, is deferred. */
function holdsDeferred(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("withheld" in value && value.withheld === "deferred" && "bytes" in value) return true;
  return Object.values(value).some(holdsDeferred);
}

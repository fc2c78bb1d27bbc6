"use client";
/** The row at which an event stands, in the whole log or among some types. */
import { useQuery } from "@tanstack/react-query";
import { EventRank } from "@/lib/contracts/inspector/events/event-page.ts";
import { fetchInspected } from "../fetch-inspected.ts";

/** @returns null while it is not known, and where nothing is picked out */
export function useRank(
  runId: string,
  seq: number | null,
  types: readonly string[] | null,
): number | null {
  const list = types?.join(",") ?? "";
  const { data } = useQuery({
    queryKey: ["inspector", "rank", runId, list, seq],
    queryFn: ({ signal }) => {
      const address = `/api/admin/runs/${runId}/events/${seq}?${new URLSearchParams({ rankIn: list })}`;
      return fetchInspected(EventRank, address, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: types !== null && seq !== null,
  });
  if (seq === null) return null;
  return types === null ? seq - 1 : (data?.rank ?? null);
}

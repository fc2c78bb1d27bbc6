"use client";
/** One run: read whole once, then by what its log adds, until it is over and everything is here. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RunInspection, RunNews } from "@/lib/contracts/inspector.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { addNews, isOpen, settleInspection } from "./merge-inspection.ts";

const NEWS_MS = 500;

export function useRun(runId: string) {
  const client = useQueryClient();
  const queryKey = ["inspector", "run", runId];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => load(runId, client.getQueryData<RunInspection>(queryKey), signal),
    // What is over does not change; what is open is asked for again and again.
    staleTime: ({ state }) => (state.data && !isOpen(state.data) ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? NEWS_MS : false),
  });
}

async function load(
  runId: string,
  known: RunInspection | undefined,
  signal: AbortSignal,
): Promise<RunInspection> {
  const address = `/api/admin/runs/${runId}`;
  if (!known || !isOpen(known)) return fetchInspected(RunInspection, address, signal);
  const after = known.events.at(-1)?.seq ?? 0;
  const news = await fetchInspected(RunNews, `${address}/events?after=${after}`, signal);
  const next = addNews(known, news);
  if (isOpen(next) || known.run.status !== "running") return next;
  // It has just ended: the state that it stored and the answer as it stands are new, too.
  return settleInspection(next, await fetchInspected(RunInspection, address, signal));
}

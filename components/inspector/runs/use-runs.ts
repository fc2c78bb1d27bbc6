"use client";
/** The page of runs that the address asks for, kept fresh while it can change. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RunPage, RunPage as RunPageContract, RunQuery } from "@/lib/contracts/inspector.ts";
import { fetchInspected } from "../fetch-inspected.ts";

const RUNNING_MS = 1_000;
const NEWEST_MS = 5_000;

/** Keeps of a query string what the list understands; the rest counts as absent. */
export function readRunQuery(get: (name: string) => string | null): RunQuery {
  const query: Record<string, string> = {};
  for (const name of Object.keys(RunQuery.shape) as (keyof RunQuery)[]) {
    const value = RunQuery.shape[name].safeParse(get(name) ?? undefined);
    if (value.success && value.data !== undefined) query[name] = value.data;
  }
  if (query.before) delete query.after;
  return query;
}

export function useRuns(query: RunQuery) {
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const isNewest = query.before === undefined && query.after === undefined;
  return useQuery({
    queryKey: ["inspector", "runs", search],
    queryFn: ({ signal }) => fetchInspected(RunPageContract, `/api/admin/runs?${search}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pause(state.data, isNewest),
  });
}

function pause(page: RunPage | undefined, isNewest: boolean): number | false {
  if (page?.runs.some((run) => run.status === "running")) return RUNNING_MS;
  return isNewest ? NEWEST_MS : false;
}

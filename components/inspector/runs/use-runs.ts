/** Reads the page of runs that the address names, and refreshes it. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  RunFilters,
  RunNames,
  type RunPage,
  RunPage as RunPageContract,
  RunQuery,
} from "@/lib/contracts/inspector/runs/run-query.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { setSearch } from "../search-link.tsx";

const RUNNING_MS = 2_000;
const RESTING_MS = 5_000;
const NAMES_FRESH_MS = 60_000;

const FILTERS = Object.keys(RunFilters.shape) as (keyof RunFilters)[];

/** Reads the valid parameters of a query string; the others count as absent. */
export function readRunQuery(get: (name: string) => string | null): RunQuery {
  const found: Record<string, string> = {};
  for (const name of Object.keys(RunQuery.shape) as (keyof RunQuery)[]) {
    const value = RunQuery.shape[name].safeParse(get(name) ?? undefined);
    if (value.success && value.data !== undefined) found[name] = value.data;
  }
  if (found.before) delete found.after;
  return RunQuery.parse(found);
}

/** Changes the filters or the order, and goes to the first page. */
export function narrow(
  change: { [Name in keyof RunQuery]?: string | null },
  how: "push" | "replace" = "push",
): void {
  setSearch({ ...change, before: null, after: null }, how);
}

export function clearFilters(): void {
  narrow(Object.fromEntries(FILTERS.map((name) => [name, null])));
}

export function isFiltered(query: RunQuery): boolean {
  return FILTERS.some((name) => query[name] !== undefined);
}

/** The query as a query string, without absent parameters. */
export function toSearch(query: Record<string, string | undefined>): string {
  const there = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return new URLSearchParams(there).toString();
}

export function useRuns(query: RunQuery) {
  const search = toSearch(query);
  return useQuery({
    queryKey: inspectorKeys.runs(search),
    queryFn: ({ signal }) => fetchInspected(RunPageContract, `/api/admin/runs?${search}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pause(state.data),
  });
}

/** The choices of the filters for agents and tools. */
export function useRunNames() {
  return useQuery({
    queryKey: inspectorKeys.runNames(),
    queryFn: ({ signal }) => fetchInspected(RunNames, "/api/admin/runs/names", signal),
    staleTime: NAMES_FRESH_MS,
  });
}

function pause(page: RunPage | undefined): number {
  return page && page.running > 0 ? RUNNING_MS : RESTING_MS;
}

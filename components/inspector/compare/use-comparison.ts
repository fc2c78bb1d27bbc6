/** Reads the comparison of the two runs that the address names. */
"use client";
import * as z from "zod/mini";
import { poll } from "@/components/ui/device/polling.ts";
import { CompareCandidates, RunComparison } from "@/lib/contracts/inspector/run-comparison.ts";
import { useInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { useSearch } from "../search-link.tsx";

export type Sides = { a: string | null; b: string | null };

/** Run ids; null where the address has none or an invalid one. */
export function useSides(): Sides {
  const search = useSearch();
  const read = (name: "a" | "b") => z.uuid().safeParse(search.get(name)).data ?? null;
  return { a: read("a"), b: read("b") };
}

const GOING_MS = 2_000;

export function useComparison({ a, b }: { a: string; b: string }) {
  const address = `/api/admin/compare?a=${a}&b=${b}`;
  return useInspected(inspectorKeys.comparison(a, b), RunComparison, address, {
    ...poll<RunComparison>({
      busyMs: GOING_MS,
      isBusy: (data) => data !== undefined && isGoing(data),
      atRest: () => false,
    }),
    staleTime: ({ state }) => (state.data && !isGoing(state.data) ? Number.POSITIVE_INFINITY : 0),
  });
}

function isGoing({ left, right }: RunComparison): boolean {
  return left.run.status === "running" || right.run.status === "running";
}

/** A run, and the others of its conversation. Reads nothing without a run id. */
export function useCandidates(runId: string | null) {
  const address = `/api/admin/compare/candidates?run=${runId}`;
  return useInspected(inspectorKeys.candidates(runId), CompareCandidates, address, {
    enabled: runId !== null,
  });
}

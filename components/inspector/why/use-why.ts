/** The words that the address asks about, and the places that contain them. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { WhyAnswer } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import { WHY_TEXT_MAX_CHARS } from "@/lib/contracts/limits.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { setSearch, useSearch } from "../use-search.ts";

/** `""`: no words are given. */
export function useAskedWords(): string {
  return (useSearch().get("why") ?? "").trim().slice(0, WHY_TEXT_MAX_CHARS);
}

export function askWhy(words: string): void {
  setSearch({ why: words.trim().slice(0, WHY_TEXT_MAX_CHARS) || null }, "replace");
}

/** @param isRunning true while the run is active: the search is repeated */
export function useWhy(runId: string, words: string, isRunning: boolean) {
  return useQuery({
    queryKey: inspectorKeys.why(runId, words),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ text: words });
      return fetchInspected(WhyAnswer, `/api/admin/runs/${runId}/why?${query}`, signal);
    },
    enabled: words !== "",
    staleTime: isRunning ? 0 : Number.POSITIVE_INFINITY,
  });
}

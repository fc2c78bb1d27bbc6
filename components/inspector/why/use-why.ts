"use client";
/** The words that the address asks about, and where they are found. */
import { useQuery } from "@tanstack/react-query";
import {
  WHY_TEXT_MAX_CHARS,
  WhyAnswer,
} from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { setSearch, useSearch } from "../use-search.ts";

/** `""`: nothing is asked. */
export function useAskedWords(): string {
  return (useSearch().get("why") ?? "").trim().slice(0, WHY_TEXT_MAX_CHARS);
}

export function askWhy(words: string): void {
  setSearch({ why: words.trim().slice(0, WHY_TEXT_MAX_CHARS) || null }, "replace");
}

/** @param isRunning while it is, the same words are looked for again */
export function useWhy(runId: string, words: string, isRunning: boolean) {
  return useQuery({
    queryKey: ["inspector", "why", runId, words],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ text: words });
      return fetchInspected(WhyAnswer, `/api/admin/runs/${runId}/why?${query}`, signal);
    },
    enabled: words !== "",
    staleTime: isRunning ? 0 : Number.POSITIVE_INFINITY,
  });
}

/** Searches in the run when the operator stops typing. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RunSearch } from "@/lib/contracts/inspector/run/run-search.ts";
import { fetchInspected } from "../../fetch-inspected.ts";
import { inspectorKeys } from "../../inspector-keys.ts";

const PAUSE_MS = 150;
/** Shorter texts occur in nearly every event. */
export const WORDS_MIN = 2;

/** @returns what was found last, and the `words` that it was found for */
export function useRunSearch(runId: string, written: string, eventCount: number) {
  const [words, setWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWords(written.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written]);
  return useQuery({
    queryKey: inspectorKeys.search(runId, words, eventCount),
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ q: words });
      const address = `/api/admin/runs/${runId}/search?${query}`;
      return { ...(await fetchInspected(RunSearch, address, signal)), words };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    placeholderData: (before) => before,
    enabled: words.length >= WORDS_MIN,
  });
}

"use client";
/** Searches in the run when the operator stops typing. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { RunSearch } from "@/lib/contracts/inspector/run/run-search.ts";
import { fetchInspected } from "../../fetch-inspected.ts";
import { inspectorKeys } from "../../inspector-keys.ts";

const PAUSE_MS = 150;
/** Shorter texts occur in nearly every event. */
export const WORDS_MIN = 2;

export function useRunSearch(runId: string, written: string, eventCount: number) {
  const [words, setWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWords(written.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written]);
  const query = useQuery({
    queryKey: inspectorKeys.search(runId, words, eventCount),
    queryFn: ({ signal }) => {
      const asked = new URLSearchParams({ q: words });
      return fetchInspected(RunSearch, `/api/admin/runs/${runId}/search?${asked}`, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    placeholderData: (before) => before,
    enabled: words.length >= WORDS_MIN,
  });
  // A run that goes on is searched again with each event: what was found before is still for these words.
  const foundFor = useRef("");
  if (!query.isPlaceholderData) foundFor.current = words;
  /** True while what is shown was found for other words than those in the field. */
  const isBehind = foundFor.current !== written.trim();
  return { ...query, isBehind };
}

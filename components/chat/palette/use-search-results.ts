/** What the server finds for the words in the field: asked when the person pauses, and no longer when they go on. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getJson } from "../data/get-json.ts";
import { chatKeys } from "../data/queries.ts";

/** Shorter than a pause of thought, longer than between two keys. */
const PAUSE_MS = 120;
const FRESH_MS = 10_000;

const loadSchema = async () =>
  (await import("@/lib/contracts/public/search/search-results.ts")).SearchResults;

export function useSearchResults(words: string, isOpen: boolean) {
  const asked = usePaused(words.trim());
  const isWanted = isOpen && asked !== "";
  const query = useQuery({
    queryKey: chatKeys.search(asked),
    queryFn: ({ signal }) =>
      getJson(loadSchema, `/api/search?${new URLSearchParams({ q: asked })}`, signal),
    enabled: isWanted,
    staleTime: FRESH_MS,
    // Words of a conversation do not stay in memory for longer than the palette is used.
    gcTime: FRESH_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const isBehind = asked !== words.trim() || query.isPlaceholderData;
  return {
    results: isWanted ? query.data : undefined,
    error: isWanted && !query.isFetching ? query.error : null,
    /** True while what is shown is not yet for the words in the field. */
    isSearching: words.trim() !== "" && (isBehind || query.isFetching),
    tryAgain: () => void query.refetch(),
  };
}

/** The value after it has not changed for a moment. What is emptied is empty at once. */
export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value === "" ? "" : paused;
}

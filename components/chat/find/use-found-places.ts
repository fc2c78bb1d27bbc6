/** The places of a text in the whole conversation, as the server counts them, one after the other. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getJson } from "../data/get-json.ts";
import { chatKeys } from "../data/queries.ts";
import { usePaused } from "../palette/use-search-results.ts";
import type { Reach } from "../view/log/use-reach.ts";

export type FoundIn = {
  conversationId: string;
  /** Changes when there is something new to look through. */
  version: string;
  reach: Reach;
};

/** The `nth` place, from 0, within its message. */
export type FoundPlace = { messageId: string; nth: number };

const NONE: readonly FoundPlace[] = [];

const loadSchema = async () =>
  (await import("@/lib/contracts/public/search/search-results.ts")).FoundPlaces;

export function useFoundPlaces(conversationId: string, version: string, words: string) {
  const asked = usePaused(words.trim());
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: chatKeys.places(conversationId, asked, version),
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ q: asked });
      const path = `/api/conversations/${conversationId}/find?${query}`;
      const { places } = await getJson(loadSchema, path, signal);
      return places.flatMap(({ messageId, count }) =>
        Array.from({ length: count }, (_, nth): FoundPlace => ({ messageId, nth })),
      );
    },
    enabled: asked !== "",
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return {
    places: asked === "" ? NONE : (data ?? NONE),
    asked,
    error: isFetching ? null : error,
    isSearching: words.trim() !== "" && (asked !== words.trim() || isPlaceholderData || isFetching),
  };
}

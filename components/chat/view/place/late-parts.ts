/**
 * What fills a conversation: its log, or the introduction of a new one. A page has from the start what its HTML shows;
 * the other part is loaded after the page.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { chatKeys } from "../../data/queries.ts";
import type { EmptyState } from "../empty-state.tsx";
import type { MessageLog } from "../message-log.tsx";

type Parts = { log: typeof MessageLog; introduction: typeof EmptyState };

/** Provided by the page, with what it shows from the start. */
export const PartsAtHand = createContext<Partial<Parts>>({});

const LOAD: { [Name in keyof Parts]: () => Promise<Parts[Name]> } = {
  log: async () => (await import("../message-log.tsx")).MessageLog,
  introduction: async () => (await import("../empty-state.tsx")).EmptyState,
};

/**
 * @param isNeeded true once the part has to be shown; from then on a failure to load it is thrown to the error boundary
 * @returns null until it is loaded
 */
export function usePart<Name extends keyof Parts>(
  name: Name,
  isNeeded: boolean,
): Parts[Name] | null {
  const atHand = useContext(PartsAtHand)[name];
  const { data } = useQuery({
    queryKey: chatKeys.part(name),
    queryFn: LOAD[name],
    enabled: atHand === undefined,
    staleTime: "static",
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    throwOnError: isNeeded,
  });
  return atHand ?? data ?? null;
}

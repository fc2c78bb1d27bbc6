/**
 * The log of messages for a page that begins without any: its script is loaded after the page. The page of a
 * conversation has it from the start, because its messages are in the HTML.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { chatKeys } from "../../data/queries.ts";
import type { MessageLog } from "../message-log.tsx";

/** Provided by a page that has messages from the start. */
export const LogAtHand = createContext<typeof MessageLog | null>(null);

/**
 * @param isNeeded there are messages: if the script cannot be loaded now, the error boundary says so
 * @returns null until the log is loaded
 */
export function useMessageLog(isNeeded: boolean): typeof MessageLog | null {
  const atHand = useContext(LogAtHand);
  const { data } = useQuery({
    queryKey: chatKeys.log(),
    queryFn: async () => (await import("../message-log.tsx")).MessageLog,
    enabled: atHand === null,
    staleTime: "static",
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    throwOnError: isNeeded,
  });
  return atHand ?? data ?? null;
}

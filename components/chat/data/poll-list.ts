/** How often the list of conversations is read again, for what happens elsewhere. */
"use client";
import type { InfiniteData } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { poll } from "@/components/ui/device/polling.ts";
import type { ConversationList } from "@/lib/contracts/public/organise/conversation-list.ts";

export type ListPages = InfiniteData<ConversationList, string | null>;

/** While an answer is being written. */
const RUNNING_LIST_MS = 2_000;
/** Behind the beginning and the end of an answer, when the conversation may get its title. */
const LIVELY_MS = 20_000;

/**
 * Options of React Query. A hidden tab asks while an answer is being written, of whose end it tells, and not at rest. What
 * this browser does is told between its tabs.
 * @param polls false for a list that another component keeps
 */
export function pollList(polls: boolean, isVisible: boolean) {
  return poll<ListPages>({
    busyMs: RUNNING_LIST_MS,
    isBusy: (data) => polls && isLively(data),
    atRest: () => polls && isVisible,
    inBackground: true,
  });
}

let livelyUntilMs = 0;

/** A turn of this tab has begun or ended: a quick one is over before the list has said that it runs. */
export function noteTurn(): void {
  livelyUntilMs = performance.now() + LIVELY_MS;
}

function isLively(data: ListPages | undefined): boolean {
  const isRunning = (data?.pages ?? []).some(
    ({ conversations, folders }) =>
      conversations.some(({ state }) => state === "running") ||
      folders.some(({ state }) => state === "running"),
  );
  if (isRunning) noteTurn();
  return performance.now() < livelyUntilMs;
}

export function useIsVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener("visibilitychange", listener);
      return () => document.removeEventListener("visibilitychange", listener);
    },
    () => document.visibilityState === "visible",
    () => true,
  );
}

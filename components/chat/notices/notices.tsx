/** Watches the list for answers that end and questions that wait where the person does not look, and says so. */
"use client";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { addressNow } from "@/components/ui/address.ts";
import type {
  ConversationList,
  ConversationNews,
} from "@/lib/contracts/public/organise/conversation-list.ts";
import { useConversationList } from "../data/queries.ts";
import { useBeingSeen, useOrganise } from "../data/use-organise.ts";
import { conversationIdOf } from "../place-link.tsx";
import { lookAt, notify } from "./notify.ts";
import { showNewsCount } from "./page-title.ts";

type NoticesProps = { seed: ConversationList; currentId: string | null };

const NONE: readonly ConversationNews[] = [];

export function Notices({ seed, currentId }: NoticesProps) {
  const { data } = useConversationList("recent", seed, true);
  const isVisible = useIsVisible();
  const listed = data?.pages[0]?.news ?? NONE;
  const beingSeen = useBeingSeen();
  const news = useMemo(
    () => listed.filter(({ id, state }) => state !== "unread" || !beingSeen.includes(id)),
    [listed, beingSeen],
  );
  const seenId = isVisible ? currentId : null;
  useEffect(() => (seenId === null ? undefined : lookAt(seenId)), [seenId]);
  const others = news.filter((one) => one.state !== "running" && one.id !== seenId);
  useEffect(() => showNewsCount(others.length), [others.length]);
  const isUnread = news.some(({ id, state }) => id === seenId && state === "unread");
  useSeen(isUnread ? seenId : null);
  useTell(news);
  return null;
}

/** Tells the server that the person has looked. They have not while the window is hidden. */
function useSeen(conversationId: string | null): void {
  const { mutate } = useOrganise();
  useEffect(() => {
    if (conversationId === null) return;
    mutate({ conversationIds: [conversationId], change: { to: "seen" } });
  }, [conversationId, mutate]);
}

/**
 * What was so when the page came is not new. The address says what is on screen: that of a new conversation changes before
 * `currentId` does.
 */
function useTell(news: readonly ConversationNews[]): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const keys = news.map(({ id, state, updatedAt }) => `${id} ${state} ${updatedAt}`);
    const before = known.current;
    known.current = new Set(keys);
    if (before === null) return;
    const isVisible = document.visibilityState === "visible";
    const shownId = isVisible ? conversationIdOf(addressNow().path) : null;
    for (const [index, one] of news.entries()) {
      const isNew = !before.has(keys[index] ?? "") && one.state !== "running";
      if (isNew && one.id !== shownId) void notify(one);
    }
  }, [news]);
}

function useIsVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener("visibilitychange", listener);
      return () => document.removeEventListener("visibilitychange", listener);
    },
    () => document.visibilityState === "visible",
    () => true,
  );
}

/** Watches the list for answers that end and questions that wait where the person does not look, and says so. */
"use client";
import { useEffect, useMemo, useRef } from "react";
import { addressNow } from "@/components/ui/address.ts";
import type {
  ConversationList,
  ConversationNews,
} from "@/lib/contracts/public/organise/conversation-list.ts";
import * as text from "@/lib/messages/chat.ts";
import { noticeState } from "../ui/device/notice-setting.ts";
import { useIsVisible } from "./data/poll-list.ts";
import { useConversationList } from "./data/queries.ts";
import { useBeingSeen, useOrganise } from "./data/use-organise.ts";
import { showNewsCount } from "./page-title.ts";
import { conversationIdOf, goTo } from "./place-link.tsx";

const TOLD_KEY = "halfsilver.told";
const TOLD_MAX = 50;
const LOCK = "halfsilver.notices";
const placeOf = (conversationId: string) => `halfsilver.looks-at.${conversationId}`;

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

// A system notification about a conversation that nobody looks at. All tabs of a browser see the same news: a lock and a
// list of what was told make it one notification. It says no more than the title.

/** Tells the other tabs that the person looks at a conversation here, until the returned function is called. */
function lookAt(conversationId: string): () => void {
  if (!("locks" in navigator)) return () => undefined;
  const stop = new AbortController();
  const over = Promise.withResolvers<void>();
  const options = { mode: "shared", signal: stop.signal } as const;
  navigator.locks
    .request(placeOf(conversationId), options, () => over.promise)
    .catch(() => undefined);
  return () => {
    over.resolve();
    stop.abort();
  };
}

/** Does nothing where notifications are off, another tab has told it, or the person looks at it in any tab. */
async function notify(news: ConversationNews): Promise<void> {
  if (noticeState() !== "on") return;
  await navigator.locks.request(LOCK, async () => {
    const { held = [] } = await navigator.locks.query();
    const isSeen = held.some(({ name }) => name === placeOf(news.id));
    if (!isFirst(news) || isSeen) return;
    show(news);
  });
}

/** Whether no tab has dealt with this yet; from now on one has. */
function isFirst({ id, state, updatedAt }: ConversationNews): boolean {
  const key = `${id} ${state} ${updatedAt}`;
  try {
    const told = (localStorage.getItem(TOLD_KEY) ?? "").split("\n");
    if (told.includes(key)) return false;
    localStorage.setItem(TOLD_KEY, [...told, key].slice(-TOLD_MAX).join("\n"));
  } catch {
    // Without storage notifications are off.
  }
  return true;
}

function show({ id, title, state }: ConversationNews): void {
  const words = state === "waiting" ? text.noticeWord() : text.noticeAnswer();
  try {
    const notification = new Notification(words, { body: title, tag: id, icon: "/icon.svg" });
    notification.onclick = () => {
      notification.close();
      window.focus();
      goTo(`/c/${id}`);
    };
  } catch {
    // Some systems allow them only from a service worker: then title and icon of the page have to do.
  }
}

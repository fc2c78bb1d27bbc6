/**
 * A system notification about a conversation that nobody looks at. All tabs of a browser see the same news: a lock and a
 * list of what was told make it one notification. It says no more than the title.
 */
"use client";
import type { ConversationNews } from "@/lib/contracts/public/organise/conversation-list.ts";
import * as text from "@/lib/messages/chat.ts";
import { noticeState } from "../../ui/device/notice-setting.ts";
import { goTo } from "../place-link.tsx";

const TOLD_KEY = "halfsilver.told";
const TOLD_MAX = 50;
const LOCK = "halfsilver.notices";

const placeOf = (conversationId: string) => `halfsilver.looks-at.${conversationId}`;

/** Tells the other tabs that the person looks at a conversation here, until the returned function is called. */
export function lookAt(conversationId: string): () => void {
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
export async function notify(news: ConversationNews): Promise<void> {
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

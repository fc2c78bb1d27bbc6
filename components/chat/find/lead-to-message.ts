/**
 * Leads to a message: scrolls to it, gives it the focus, and marks it for a moment. `/c/[id]?message=[id]` does so, and so
 * does `leadTo`, also where the message is far up and not loaded yet.
 */
"use client";
import { useEffect } from "react";
import { addressNow, changeAddress, toAddress } from "@/components/ui/address.ts";
import { createStore } from "@/components/ui/device/create-store.ts";
import { conversationIdOf, tellWent } from "../place-link.tsx";
import type { Reach } from "../view/log/use-reach.ts";

const MESSAGE_PARAM = "message";

/** The class of a message for as long as it is marked. */
const MARK_CLASS = "message-found";

type Wanted = { conversationId: string; messageId: string };

/** The address that the page was opened with counts once. */
const wanted = createStore<Wanted | null>(null, readAddress);

function readAddress(): Wanted | null {
  const { path, query } = addressNow();
  const messageId = query.get(MESSAGE_PARAM);
  const conversationId = conversationIdOf(path);
  return messageId && conversationId ? { conversationId, messageId } : null;
}

/** Goes to the conversation and to the message in it. The address names both. */
export function leadTo(conversationId: string, messageId: string): void {
  const path = `/c/${conversationId}`;
  const query = new URLSearchParams({ [MESSAGE_PARAM]: messageId });
  changeAddress(toAddress(path, query), addressNow().path === path ? "replace" : "push");
  tellWent();
  wanted.set({ conversationId, messageId });
}

/** Whether the address names a message, which then has the focus. */
export function isLedToMessage(): boolean {
  return addressNow().query.has(MESSAGE_PARAM);
}

/** For the list of messages: leads to the one that is wanted. */
export function useLeadToMessage(conversationId: string, reach: Reach): void {
  const now = wanted.use();
  useEffect(() => {
    if (now?.conversationId !== conversationId) return;
    const left = new AbortController();
    void reach(now.messageId, left.signal).then((element) => {
      if (left.signal.aborted) return;
      if (wanted.get() === now) wanted.set(null);
      forgetAddress();
      if (element) show(element);
    });
    return () => left.abort();
  }, [now, conversationId, reach]);
}

/** It counts once: a reload begins at the newest message again. */
function forgetAddress(): void {
  const { path, query } = addressNow();
  query.delete(MESSAGE_PARAM);
  changeAddress(toAddress(path, query), "replace");
}

function show(element: HTMLElement): void {
  element.tabIndex = -1;
  // Older messages may have taken a while, and the person may be writing.
  if (!document.activeElement?.matches("textarea")) element.focus({ preventScroll: true });
  element.classList.remove(MARK_CLASS);
  // Reading the size restarts the animation where the same message is led to again.
  void element.offsetHeight;
  element.classList.add(MARK_CLASS);
  element.addEventListener("animationend", () => element.classList.remove(MARK_CLASS), {
    once: true,
  });
}

/**
 * A temporary chat: chosen before its first message, kept while its page is open, erased when it is closed. The page tells
 * the server that it is there; where it falls silent, the server erases the chat by itself.
 */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { addressNow } from "@/components/ui/address.ts";
import type { Presence } from "@/lib/contracts/public/share/presence.ts";
import { useChat } from "./chat-context.tsx";
import { EMPTY_DRAFT } from "./compose/draft.ts";
import { changeDraft, draftKey, getDraft } from "./compose/draft-store.ts";
import { chatKeys } from "./data/queries.ts";
import { onNewsFromTabs, tellOtherTabs } from "./data/tab-news.ts";
import { goTo } from "./place-link.tsx";

/** As often as browsers let a hidden page act; the server waits ten minutes. */
const TOLD_EVERY_MS = 60_000;
/** Remembers the choice across a reload, beside the draft that is meant for it. */
const CHOSEN = "halfsilver.temporary";

/** @param isKnown what the server says of a conversation that exists */
export function useTemporary(conversationId: string | null, isKnown: boolean) {
  const client = useQueryClient();
  const [isChosen, setChosen] = useState(false);
  const [isClosing, setClosing] = useState(false);
  useEffect(() => {
    if (conversationId === null) setChosen(readChoice());
    else keepChoice(false);
  }, [conversationId]);
  const choose = (chosen: boolean) => {
    keepChoice(chosen);
    setChosen(chosen);
  };
  const isOn = conversationId === null ? isChosen : isKnown;
  usePresence(isOn ? conversationId : null);
  const close = useCallback(async () => {
    if (conversationId === null) return;
    setClosing(true);
    await tell(conversationId, "closed");
    // Unless the person has gone elsewhere meanwhile.
    if (addressNow().path === `/c/${conversationId}`) goTo("/");
    client.removeQueries({ queryKey: chatKeys.detail(conversationId) });
  }, [client, conversationId]);
  return { isChosen: conversationId === null && isChosen, choose, isOn, isClosing, close };
}

function usePresence(conversationId: string | null): void {
  const client = useQueryClient();
  const { personId } = useChat();
  useEffect(() => {
    if (conversationId === null) return;
    const stay = async () => {
      const isGone = (await tell(conversationId, "open")) === 404;
      if (isGone) void client.invalidateQueries({ queryKey: chatKeys.detail(conversationId) });
    };
    const leave = () => {
      navigator.sendBeacon(addressOf(conversationId), bodyOf("left"));
      // Another tab may show it, too: it says so at once, whatever its timers are doing.
      tellOtherTabs(conversationId);
    };
    const onNews = (changed: string | null) => {
      if (changed === null || changed === conversationId) void stay();
    };
    void stay();
    const timer = setInterval(() => void stay(), TOLD_EVERY_MS);
    const forget = onNewsFromTabs(onNews);
    const onVisible = () => document.visibilityState === "visible" && void stay();
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", onVisible);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      clearInterval(timer);
      forget();
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", onVisible);
      document.removeEventListener("visibilitychange", onVisible);
      const { path } = addressNow();
      if (path === `/c/${conversationId}`) return;
      forgetDraft(draftKey(personId, conversationId));
      // A new chat closes it. From another conversation the Back button leads here, for a minute.
      if (path === "/") {
        const queryKey = chatKeys.detail(conversationId);
        // Back leads to a page that says it is gone, not to what this tab remembers of it.
        const forgetIt = () => client.removeQueries({ queryKey, type: "inactive" });
        void tell(conversationId, "closed").then(forgetIt);
      } else leave();
    };
  }, [client, conversationId, personId]);
}

/** With its files, which belong to no message yet. */
function forgetDraft(key: string): void {
  for (const { id } of getDraft(key).attachments)
    void fetch(`/api/attachments/${id}`, { method: "DELETE", keepalive: true }).catch(() => null);
  changeDraft(key, () => EMPTY_DRAFT);
}

const addressOf = (conversationId: string) => `/api/conversations/${conversationId}/presence`;

const bodyOf = (is: Presence["is"]) =>
  new Blob([JSON.stringify({ is } satisfies Presence)], { type: "application/json" });

/** @returns the status; 0 where the server cannot be reached: then it erases the chat by itself */
async function tell(conversationId: string, is: Presence["is"]): Promise<number> {
  const init = { method: "POST", body: bodyOf(is), keepalive: true };
  return fetch(addressOf(conversationId), init).then(
    ({ status }) => status,
    () => 0,
  );
}

function readChoice(): boolean {
  try {
    return sessionStorage.getItem(CHOSEN) !== null;
  } catch {
    return false;
  }
}

function keepChoice(isChosen: boolean): void {
  try {
    if (isChosen) sessionStorage.setItem(CHOSEN, "1");
    else sessionStorage.removeItem(CHOSEN);
  } catch {
    // Storage is off: the choice lives as long as the page.
  }
}

"use client";
/**
 * Messages that cannot be sent yet: an answer is being written, a question waits, or the line is down. They are kept in
 * this tab's storage and sent in order, each under one id, so that it arrives once.
 */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { SendOutcome } from "../compose/use-draft.ts";
import type { Outgoing } from "./conversation-cache.ts";

const keyOf = (conversationId: string | null) => `halfsilver.waiting.${conversationId ?? "new"}`;

type Given = {
  conversationId: string | null;
  /** True while nothing may be sent: an answer is being written, or a question waits for the person's word. */
  isBusy: boolean;
  send: (message: Outgoing) => Promise<SendOutcome>;
};

export function useWaitingMessages({ conversationId, isBusy, send }: Given) {
  const [waiting, setWaiting] = useState<readonly Outgoing[]>([]);
  /** Why the first one was refused; it is not sent again by itself before something changes. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const isOnline = useOnline();
  const place = useRef(conversationId);
  const isUnderWay = useRef(false);

  const list = useRef(waiting);
  const change = useCallback((next: (now: readonly Outgoing[]) => readonly Outgoing[]) => {
    list.current = next(list.current);
    keep(place.current, list.current);
    setWaiting(list.current);
  }, []);
  useEffect(() => change(() => load(place.current)), [change]);
  useEffect(() => {
    if (place.current === conversationId) return;
    keep(place.current, []);
    place.current = conversationId;
    change((now) => now);
  }, [conversationId, change]);

  const [first] = waiting;
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (!first || isBusy || !isOnline || refusal !== null || isUnderWay.current) return;
    isUnderWay.current = true;
    void latest.current(first).then((outcome) => {
      isUnderWay.current = false;
      if (outcome.ok)
        change((now) => now.filter((one) => one.clientMessageId !== first.clientMessageId));
      else setRefusal(outcome.message);
    });
  }, [first, isBusy, isOnline, refusal, change]);
  useEffect(() => {
    // The line is back, or was lost: what was refused because of it is tried again.
    if (isOnline) setRefusal(null);
  }, [isOnline]);

  return {
    waiting,
    refusal,
    isOnline,
    add: (message: Outgoing) => change((now) => [...now, message]),
    /** @returns false for a message that is on its way: it can no longer be taken back */
    withdraw: (message: Outgoing): boolean => {
      if (isUnderWay.current && list.current[0] === message) return false;
      setRefusal(null);
      change((now) => now.filter((one) => one !== message));
      return true;
    },
    tryAgain: () => setRefusal(null),
  };
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function load(conversationId: string | null): readonly Outgoing[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(conversationId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isOutgoing) : [];
  } catch {
    return [];
  }
}

function isOutgoing(value: unknown): value is Outgoing {
  const { clientMessageId, text, attachments } = Object(value) as Record<string, unknown>;
  return (
    typeof clientMessageId === "string" && typeof text === "string" && Array.isArray(attachments)
  );
}

function keep(conversationId: string | null, waiting: readonly Outgoing[]): void {
  try {
    if (waiting.length === 0) sessionStorage.removeItem(keyOf(conversationId));
    else sessionStorage.setItem(keyOf(conversationId), JSON.stringify(waiting));
  } catch {
    // Storage is full or off: they wait as long as the page lives.
  }
}

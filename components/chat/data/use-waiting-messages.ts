/**
 * Messages that cannot be sent yet: an answer is being written, a question waits, the line is down, or the session has
 * ended. They are kept by the browser, for all tabs of a conversation, and sent in order, one by one and by one tab at a
 * time, each under one id, so that it arrives once.
 */
"use client";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { textsOf } from "../compose/draft.ts";
import type { SendOutcome } from "../compose/use-draft.ts";
import { useSession } from "../session/session-state.ts";
import type { Outgoing } from "./conversation-cache.ts";

const keyOf = (conversationId: string | null) => `halfsilver.waiting.${conversationId ?? "new"}`;

/** A conversation that does not exist yet is this tab's alone. */
const storageOf = (conversationId: string | null) =>
  conversationId === null ? sessionStorage : localStorage;

/** Refusals that pass by themselves: another tab has sent something, or the session has ended. */
const PASSING: ReadonlySet<string> = new Set(["run-active", "signed-out"]);
const TRY_AGAIN_MS = 1_000;

type Given = {
  conversationId: string | null;
  /** True while nothing may be sent: an answer is being written, or a question waits for the person's word. */
  isBusy: boolean;
  send: (message: Outgoing) => Promise<SendOutcome>;
};

export function useWaitingMessages({ conversationId, isBusy, send }: Given) {
  const { waiting, change, isThere } = useKept(conversationId);
  /** Why the first one was refused; it is not sent again by itself before something changes. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isOnline = useOnline();
  const { isOut } = useSession();
  const isUnderWay = useRef(false);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });

  const [first] = waiting;
  const isHeld = isBusy || isOut || !isOnline || refusal !== null;
  useEffect(() => {
    // A new attempt is a reason to look again.
    void attempt;
    if (!first || isHeld || isUnderWay.current) return;
    isUnderWay.current = true;
    const sendIt = async () => {
      // Another tab may have sent it, or taken it back, while this one waited.
      const outcome = isThere(first) ? await latest.current(first) : null;
      isUnderWay.current = false;
      if (outcome === null || outcome.ok) change((now) => now.filter((one) => !isSame(one, first)));
      else if (!PASSING.has(outcome.reason)) setRefusal(outcome.message);
      else setTimeout(() => setAttempt((count) => count + 1), TRY_AGAIN_MS);
    };
    void oneTabAtATime(keyOf(conversationId), sendIt);
  }, [first, isHeld, attempt, conversationId, isThere, change]);
  useEffect(() => {
    // The line is back, or was lost: what was refused because of it is tried again.
    if (isOnline) setRefusal(null);
  }, [isOnline]);

  return {
    waiting,
    refusal,
    isOnline,
    add: (message: Outgoing): SendOutcome => {
      change((now) => [...now, message]);
      return { ok: true };
    },
    /** Waits for what is being sent: a message that is on its way is not taken back. @returns whether it was */
    withdraw: async (message: Outgoing): Promise<boolean> => {
      let isBack = false;
      await oneTabAtATime(keyOf(conversationId), async () => {
        isBack = isThere(message);
        setRefusal(null);
        change((now) => now.filter((one) => !isSame(one, message)));
      });
      return isBack;
    },
    tryAgain: () => setRefusal(null),
  };
}

const isSame = (one: Outgoing, other: Outgoing) => one.clientMessageId === other.clientMessageId;

type Messages = readonly Outgoing[];

/** The list as the browser keeps it, and as another tab changes it. */
function useKept(conversationId: string | null) {
  const [waiting, setWaiting] = useState<Messages>([]);
  const place = useRef(conversationId);
  const list = useRef<Messages>([]);
  const change = useCallback((next: (now: Messages) => Messages) => {
    const before = load(place.current) ?? list.current;
    list.current = next(before);
    // A tab that changes nothing writes nothing: another one may be about to add a message.
    const isSameList = list.current.length === before.length;
    if (!isSameList || list.current.some((one, at) => one !== before[at]))
      keep(place.current, list.current);
    setWaiting(list.current);
  }, []);
  const isThere = useCallback(
    (message: Outgoing) =>
      (load(place.current) ?? list.current).some((one) => isSame(one, message)),
    [],
  );
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== keyOf(place.current)) return;
      list.current = load(place.current) ?? [];
      setWaiting(list.current);
    };
    change((now) => now);
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [change]);
  useEffect(() => {
    if (place.current === conversationId) return;
    const moved = list.current;
    keep(place.current, []);
    place.current = conversationId;
    change((now) => [...now, ...moved.filter((one) => !now.some((there) => isSame(there, one)))]);
  }, [conversationId, change]);
  return { waiting, change, isThere };
}

/** Without locks the id of the message alone makes it arrive once. */
async function oneTabAtATime(name: string, work: () => Promise<void>): Promise<void> {
  if ("locks" in navigator) await navigator.locks.request(name, work);
  else await work();
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

/** Null where the browser keeps nothing: then they wait as long as the page lives. */
function load(conversationId: string | null): Messages | null {
  try {
    const text = storageOf(conversationId).getItem(keyOf(conversationId));
    const kept: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter(isOutgoing).map((one) => ({ ...one, pasted: textsOf(one.pasted) }));
  } catch {
    return null;
  }
}

function isOutgoing(value: unknown): value is Outgoing {
  const { clientMessageId, text, attachments } = Object(value) as Record<string, unknown>;
  return (
    typeof clientMessageId === "string" && typeof text === "string" && Array.isArray(attachments)
  );
}

/**
 * The person leaves a new conversation whose first message is on its way: what waits there is kept for it alone.
 * @returns gives it to the conversation; with null back to whatever new one comes next
 */
export function takeWaiting(): (conversationId: string | null) => void {
  const taken = load(null) ?? [];
  keep(null, []);
  return (conversationId) => keep(conversationId, [...taken, ...(load(conversationId) ?? [])]);
}

function keep(conversationId: string | null, waiting: Messages): void {
  try {
    const storage = storageOf(conversationId);
    if (waiting.length === 0) storage.removeItem(keyOf(conversationId));
    else storage.setItem(keyOf(conversationId), JSON.stringify(waiting));
  } catch {
    // Storage is full or off: they wait as long as the page lives.
  }
}

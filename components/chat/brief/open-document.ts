/**
 * Which document of a conversation is open beside the chat: that of which answer. It is remembered in this browser, for
 * each conversation.
 */
import { useSyncExternalStore } from "react";

const NAME = "halfsilver.open-document.";
/** For a browser that keeps nothing. */
const kept = new Map<string, string | null>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readOpen(conversationId: string): string | null {
  const known = kept.get(conversationId);
  if (known !== undefined) return known;
  let found: string | null = null;
  try {
    found = localStorage.getItem(NAME + conversationId);
  } catch {
    // Nothing is remembered then.
  }
  kept.set(conversationId, found);
  return found;
}

/** @param answerId null closes it */
export function openDocument(conversationId: string, answerId: string | null): void {
  kept.set(conversationId, answerId);
  try {
    if (answerId === null) localStorage.removeItem(NAME + conversationId);
    else localStorage.setItem(NAME + conversationId, answerId);
  } catch {
    // It is open until the page is left.
  }
  for (const listener of listeners) listener();
}

/** @returns the id of the answer whose document is open; null for none */
export function useOpenDocument(conversationId: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => readOpen(conversationId),
    () => null,
  );
}

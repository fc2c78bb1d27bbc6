/**
 * Which document of a conversation is open beside the chat: that of which answer. It is remembered in this browser, for
 * each conversation.
 */
import { useSyncExternalStore } from "react";
import { createStore } from "@/components/ui/device/create-store.ts";

const NAME = "halfsilver.open-document.";
/** What this page knows, also where the browser keeps nothing. */
const documents = createStore(new Map<string, string | null>());

function readOpen(conversationId: string): string | null {
  const kept = documents.get();
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
  try {
    if (answerId === null) localStorage.removeItem(NAME + conversationId);
    else localStorage.setItem(NAME + conversationId, answerId);
  } catch {
    // It is open until the page is left.
  }
  documents.set(new Map(documents.get()).set(conversationId, answerId));
}

/** @returns the id of the answer whose document is open; null for none */
export function useOpenDocument(conversationId: string): string | null {
  return useSyncExternalStore(
    documents.subscribe,
    () => readOpen(conversationId),
    () => null,
  );
}

/** Which folders are open in the sidebar, kept in this browser. */
"use client";
import { useSyncExternalStore } from "react";

const KEY = "halfsilver.open-folders";
const listeners = new Set<() => void>();
const NONE: readonly string[] = [];
let open: readonly string[] | null = null;

function read(): readonly string[] {
  if (open !== null) return open;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    open = Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : NONE;
  } catch {
    open = NONE;
  }
  return open;
}

export function openFolder(folderId: string, isOpen: boolean): void {
  const others = read().filter((id) => id !== folderId);
  open = isOpen ? [...others, folderId] : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(open));
  } catch {
    // The browser stores nothing for this page: open as long as the page.
  }
  for (const listener of listeners) listener();
}

/** None is open on the server, which does not know. */
export function useOpenFolders(): readonly string[] {
  return useSyncExternalStore(subscribe, read, () => NONE);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Which folders are open in the sidebar, kept in this browser. */
"use client";
import { createStore } from "@/components/ui/device/create-store.ts";

const KEY = "halfsilver.open-folders";
const NONE: readonly string[] = [];
/** None is open on the server, which does not know. */
const openFolders = createStore(NONE, load);
export const useOpenFolders = openFolders.use;

function load(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : NONE;
  } catch {
    return NONE;
  }
}

export function openFolder(folderId: string, isOpen: boolean): void {
  const others = openFolders.get().filter((id) => id !== folderId);
  const open = isOpen ? [...others, folderId] : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(open));
  } catch {
    // The browser stores nothing for this page: open as long as the page.
  }
  openFolders.set(open);
}

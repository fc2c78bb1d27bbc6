"use client";
/** The page's title and icon: they say in how many other conversations something is new or waits. */
import { useEffect, useSyncExternalStore } from "react";
import * as text from "@/lib/messages/chat.ts";

const listeners = new Set<() => void>();
let count = 0;

/** @param others conversations with news, without the one that the person looks at */
export function showNewsCount(others: number): void {
  if (others === count) return;
  count = others;
  for (const listener of listeners) listener();
  void showBadge(others > 0);
}

export function usePageTitle(title: string): void {
  const others = useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
  useEffect(() => {
    document.title = others === 0 ? title : text.news({ number: String(others), title });
  }, [title, others]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const DOT =
  '<circle cx="24" cy="8" r="8" fill="#16191b"/><circle cx="24" cy="8" r="6" fill="#3fd0c0"/></svg>';

let plainHref: string | null = null;
let badgeHref: string | null = null;

/** Adds a dot to the icon that the page came with. */
async function showBadge(isShown: boolean): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  plainHref ??= link.href;
  if (isShown && badgeHref === null) {
    const svg = await fetch(plainHref)
      .then((response) => (response.ok ? response.text() : ""))
      .catch(() => "");
    // Without it, only the dot is missing.
    if (!svg.includes("</svg>")) return;
    badgeHref = `data:image/svg+xml,${encodeURIComponent(svg.replace("</svg>", DOT))}`;
  }
  link.href = (count > 0 ? badgeHref : null) ?? plainHref;
}

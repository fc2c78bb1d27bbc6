/** The page's title and icon: they say in how many other conversations something is new or waits. */
"use client";
import { useEffect } from "react";
import { createStore } from "@/components/ui/device/create-store.ts";
import * as text from "@/lib/messages/chat.ts";

const newsCount = createStore(0);

/** @param others conversations with news, without the one that the person looks at */
export function showNewsCount(others: number): void {
  if (others === newsCount.get()) return;
  newsCount.set(others);
  void showBadge(others > 0);
}

export function usePageTitle(title: string): void {
  const others = newsCount.use();
  useEffect(() => {
    document.title = others === 0 ? title : text.news({ number: String(others), title });
  }, [title, others]);
}

const DOT =
  '<circle cx="24" cy="8" r="8" fill="#16191b"/><circle cx="24" cy="8" r="6" fill="#3fd0c0"/></svg>';

/** The page's icon with a dot, as a link of its own: the framework keeps and replaces the one that it rendered. */
let badge: Promise<HTMLLinkElement | null> | null = null;

/** The browser uses the last of a page's icons. */
async function showBadge(isShown: boolean): Promise<void> {
  // One drawing for calls that come while it is read, so that there is one link.
  if (isShown) badge ??= drawBadge();
  const link = await badge;
  if (!link) badge = null;
  else if (newsCount.get() > 0) document.head.append(link);
  else link.remove();
}

/** @returns null where the icon cannot be read: then only the dot is missing */
async function drawBadge(): Promise<HTMLLinkElement | null> {
  const plain = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!plain) return null;
  const svg = await fetch(plain.href)
    .then((response) => (response.ok ? response.text() : ""))
    .catch(() => "");
  if (!svg.includes("</svg>")) return null;
  const link = document.createElement("link");
  link.rel = "icon";
  link.type = plain.type;
  link.sizes.value = plain.sizes.value;
  link.href = `data:image/svg+xml,${encodeURIComponent(svg.replace("</svg>", DOT))}`;
  return link;
}

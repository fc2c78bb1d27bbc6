"use client";
/** Links inside the chat, to `/` and `/c/[id]`, that do not request a page from the server. */
import type { AnchorHTMLAttributes, MouseEvent } from "react";

/** The conversation that a path names, or null for a new one. */
export function conversationIdOf(path: string | null): string | null {
  return /^\/c\/([^/]+)\/?$/.exec(path ?? "")?.[1] ?? null;
}

const WENT = "halfsilver-went";

/** Goes to `/` or `/c/[id]`. The conversation on screen follows the address. */
export function goTo(href: string): void {
  if (window.location.pathname === href) return;
  window.history.pushState(null, "", href);
  window.dispatchEvent(new Event(WENT));
}

/** Calls back after `goTo`, before the page has followed the address. @returns the function that ends it */
export function onWent(listener: () => void): () => void {
  window.addEventListener(WENT, listener);
  return () => window.removeEventListener(WENT, listener);
}

type PlaceLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

export function PlaceLink({ href, onClick, children, ...rest }: PlaceLinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    // A page outside the chat, such as the 404 page, needs a real navigation.
    if (!isPlain || event.defaultPrevented || document.querySelector("[data-leave]")) return;
    event.preventDefault();
    goTo(href);
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

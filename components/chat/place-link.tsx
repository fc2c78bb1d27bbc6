/** Links inside the chat, to `/` and `/c/[id]`, that do not request a page from the server. */
"use client";
import { usePathname } from "next/navigation";
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from "react";
import { addressNow, changeAddress } from "@/components/ui/address.ts";

/** The conversation that a path names, or null for a new one. */
export function conversationIdOf(path: string | null): string | null {
  return /^\/c\/([^/]+)\/?$/.exec(path ?? "")?.[1] ?? null;
}

/** Back may lead to another page of the product; what is on screen stays until that is there. */
function isInChat(path: string): boolean {
  return path === "/" || conversationIdOf(path) !== null;
}

const WENT = "halfsilver-went";

/** Goes to `/` or `/c/[id]`. The conversation on screen follows the address. */
export function goTo(href: string): void {
  if (addressNow().path === href) return;
  changeAddress(href, "push");
  tellWent();
}

/** To be called once the address is another conversation's. */
export function tellWent(): void {
  window.dispatchEvent(new Event(WENT));
}

/** Calls back after `tellWent`, before the page has followed the address. @returns the function that ends it */
export function onWent(listener: () => void): () => void {
  window.addEventListener(WENT, listener);
  return () => window.removeEventListener(WENT, listener);
}

function listen(listener: () => void): () => void {
  window.addEventListener("popstate", listener);
  const end = onWent(listener);
  return () => {
    window.removeEventListener("popstate", listener);
    end();
  };
}

/**
 * The conversation that the address names, at once: Next follows the address in a transition, and what a person types
 * until then would go to the conversation that was left.
 */
export function useConversationId(): string | null {
  const known = conversationIdOf(usePathname());
  const now = () => {
    const { path } = addressNow();
    return isInChat(path) ? conversationIdOf(path) : known;
  };
  return useSyncExternalStore(listen, now, () => known);
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

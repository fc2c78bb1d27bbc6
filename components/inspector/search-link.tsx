/**
 * Reads and changes the query string, by a link or a call, without requesting a page from the server. What is read is the
 * newest at once: Next follows in a transition, and a press or a key until then would build on what was there before.
 */
"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { type ComponentProps, type MouseEvent, useSyncExternalStore } from "react";
import { addressNow, changeAddress, toAddress } from "@/components/ui/address.ts";

type SearchLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** The changes of the query string; null removes a parameter. */
  to: Record<string, string | null>;
  /** True where its target is already shown. */
  current?: boolean;
};

export function SearchLink({ to, current = false, onClick, ...rest }: SearchLinkProps) {
  const { link } = useSearch();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // The browser handles every other click: new tab, new window, save.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    setSearch(to);
  };
  return (
    <a {...rest} href={link(to)} onClick={follow} aria-current={current ? "true" : undefined} />
  );
}

type Change = Record<string, string | null>;

type Search = {
  get(name: string): string | null;
  /** The query string after a change; null takes a parameter away. Begins with `?`. */
  link(change: Change): string;
};

/** A prerendered page has no address yet. */
const NOTHING = new URLSearchParams();

const listeners = new Set<() => void>();

export function useSearch(): Search {
  const path = usePathname();
  const shown = (useSearchParams() ?? NOTHING).toString();
  const now = () => {
    const newest = addressNow();
    // Another page is on its way: this one stays as it is until then.
    return newest.path === path ? newest.query.toString() : shown;
  };
  const params = new URLSearchParams(useSyncExternalStore(listen, now, () => shown));
  return {
    get: (name) => params.get(name),
    link: (change) => `?${applyChange(params, change)}`,
  };
}

/** Applies a change. `replace` adds no entry to the browser's history. */
export function setSearch(change: Change, how: "push" | "replace" = "push"): void {
  const { path, query } = addressNow();
  changeAddress(toAddress(path, applyChange(query, change)), how);
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

function applyChange(params: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  return next;
}

"use client";
/** Reads and changes the query string without requesting a page from the server. */
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";

type Change = Record<string, string | null>;

type Search = {
  get(name: string): string | null;
  /** The query string after a change; null takes a parameter away. Begins with `?`. */
  link(change: Change): string;
};

/** A prerendered page has no address yet. */
const NOTHING = new URLSearchParams();

/**
 * Addresses asked for and not shown yet, the newest last. Next shows one a moment later, and writes it into the
 * browser's address again as it does: over a newer one, if there is one by then.
 */
let asked: readonly string[] = [];
let shownLast: string | null = null;

export function useSearch(): Search {
  const params = useSearchParams() ?? NOTHING;
  const shown = `?${params}`;
  useEffect(() => noteShown(window.location.pathname + shown), [shown]);
  return {
    get: (name) => params.get(name),
    link: (change) => applyChange(params, change),
  };
}

/** Applies a change. `replace` adds no entry to the browser's history. */
export function setSearch(change: Change, how: "push" | "replace" = "push"): void {
  const { pathname, search } = window.location;
  const newest = asked.at(-1);
  const current = newest?.startsWith(`${pathname}?`) ? newest.slice(pathname.length) : search;
  const address = applyChange(new URLSearchParams(current), change);
  asked = [...asked, pathname + address];
  // Back and Forward ask for something else.
  window.addEventListener("popstate", forgetAsked, { once: true });
  if (how === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
}

/** @returns whether the page still shows an older address than the one asked for */
export function isSearchLate(): boolean {
  return asked.length > 0;
}

function noteShown(address: string): void {
  // A part of the page that has just come shows what the others show.
  if (address === shownLast) return;
  shownLast = address;
  const place = asked.lastIndexOf(address);
  asked = place === -1 ? [] : asked.slice(place + 1);
}

function forgetAsked(): void {
  asked = [];
}

function applyChange(params: URLSearchParams, change: Change): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}

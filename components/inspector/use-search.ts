"use client";
/** Reads and changes the query string without requesting a page from the server. */
import { useSearchParams } from "next/navigation";
import { addressNow, changeAddress, toAddress } from "@/components/ui/address.ts";

type Change = Record<string, string | null>;

type Search = {
  get(name: string): string | null;
  /** The query string after a change; null takes a parameter away. Begins with `?`. */
  link(change: Change): string;
};

/** A prerendered page has no address yet. */
const NOTHING = new URLSearchParams();

export function useSearch(): Search {
  const params = useSearchParams() ?? NOTHING;
  return {
    get: (name) => params.get(name),
    link: (change) => `?${applyChange(params, change)}`,
  };
}

/** Applies a change. `replace` adds no entry to the browser's history. */
export function setSearch(change: Change, how: "push" | "replace" = "push"): void {
  const { path, query } = addressNow();
  changeAddress(toAddress(path, applyChange(query, change)), how);
}

function applyChange(params: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  return next;
}

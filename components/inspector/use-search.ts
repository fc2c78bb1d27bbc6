"use client";
/** What is looked at stands in the address, so that it can be shared; changing it asks the server for no page. */
import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

type Change = Record<string, string | null>;

type Search = {
  get(name: string): string | null;
  /** The query string after a change; null takes a parameter away. Begins with `?`. */
  link(change: Change): string;
  /** Applies a change. `replace` leaves no trace in the browser's history. */
  set(change: Change, how?: "push" | "replace"): void;
};

export function useSearch(): Search {
  const params = useSearchParams();
  const link = useCallback(
    (change: Change) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(change)) {
        if (value === null || value === "") next.delete(name);
        else next.set(name, value);
      }
      return `?${next}`;
    },
    [params],
  );
  const set = useCallback(
    (change: Change, how: "push" | "replace" = "push") => {
      const address = link(change);
      if (how === "push") window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
    },
    [link],
  );
  return { get: (name) => params.get(name), link, set };
}

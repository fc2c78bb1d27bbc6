/** Searches a value in slices, so that the page stays responsive. */
"use client";
import { useEffect, useState } from "react";
import { searchTree, type TreeMatch } from "./search-tree.ts";

/** Further matches are counted, not kept. */
const KEPT_MATCHES = 5_000;
/** A frame has 16 ms; the rest of it belongs to the page. */
const SLICE_MS = 8;
const TYPING_MS = 120;
/** Interval of progress updates during a search. */
const NEWS_MS = 200;

export type Found = { text: string; matches: TreeMatch[]; count: number; done: boolean };

const NOTHING: Found = { text: "", matches: [], count: 0, done: true };

export function useTreeSearch(value: unknown, text: string): Found {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (text === "") {
      setFound(NOTHING);
      return;
    }
    const search = searchTree(value, text, KEPT_MATCHES);
    const matches: TreeMatch[] = [];
    let count = 0;
    let timer: ReturnType<typeof setTimeout>;
    let told = 0;
    const slice = () => {
      const end = performance.now() + SLICE_MS;
      let done = false;
      while (!done && performance.now() < end) {
        const next = search.next();
        done = next.done === true;
        if (next.done || next.value === null) continue;
        count += 1;
        if (matches.length < KEPT_MATCHES) matches.push(next.value);
      }
      const now = performance.now();
      if (done || now > told + NEWS_MS) {
        told = now;
        setFound({ text, matches, count, done });
      }
      if (!done) timer = setTimeout(slice);
    };
    timer = setTimeout(slice, TYPING_MS);
    return () => clearTimeout(timer);
  }, [value, text]);
  return found;
}

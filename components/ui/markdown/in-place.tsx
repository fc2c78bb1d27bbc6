/** Renders a list whose entries never move. Their position is their identity, so they need no keys. */
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";

export function inPlace<Entry>(
  entries: readonly Entry[],
  draw: (entry: Entry, place: number) => ReactNode,
): ReactElement {
  const drawn = entries.map(draw);
  if (drawn.length <= GROUP_ENTRIES) return createElement(Fragment, null, ...drawn);
  const groups: ReactElement[] = [];
  for (let from = 0; from < drawn.length; from += GROUP_ENTRIES)
    groups.push(createElement(Fragment, null, ...drawn.slice(from, from + GROUP_ENTRIES)));
  return createElement(Fragment, null, ...groups);
}

/** A function cannot take 100,000 arguments. A list of a million entries makes groups of that many at most. */
const GROUP_ENTRIES = 1_000;

/** For an element that scrolls sideways: it must be reachable by keyboard. */
export const SCROLLABLE = { tabIndex: 0 } as const;

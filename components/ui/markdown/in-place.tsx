/** Renders a list whose entries never move. Their position is their identity, so they need no keys. */
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";

export function inPlace<Entry>(
  entries: readonly Entry[],
  draw: (entry: Entry, place: number) => ReactNode,
): ReactElement {
  return createElement(Fragment, null, ...entries.map(draw));
}

/** For an element that scrolls sideways: it must be reachable by keyboard. */
export const SCROLLABLE = { tabIndex: 0 } as const;

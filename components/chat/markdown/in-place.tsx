/** Draws a list whose entries never change places: each one's position is its identity, so none needs a key. */
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";

export function inPlace<Entry>(
  entries: readonly Entry[],
  draw: (entry: Entry, place: number) => ReactNode,
): ReactElement {
  return createElement(Fragment, null, ...entries.map(draw));
}

/** For what scrolls sideways: the keyboard must be able to get there. */
export const SCROLLABLE = { tabIndex: 0 } as const;

/** Scrolls a virtual list to the selection, and follows new rows while it is at its end. */
"use client";
import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef } from "react";

type List = Virtualizer<HTMLDivElement, Element>;

/** Distance from the end that still counts as the end. */
const END_PX = 48;

/** Keeps a growing list at its end if the reader is there; otherwise the visible rows stay in place. */
export function useFollowEnd(list: List, count: number, isGrowing: boolean): void {
  const atEnd = useRef(false);
  useEffect(() => {
    const scroller = list.scrollElement;
    if (!scroller) return;
    const onScroll = () => {
      const below = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
      // A list that does not fill its pane has no scrollable end.
      atEnd.current = scroller.scrollTop > 0 && below < END_PX;
    };
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => scroller.removeEventListener("scroll", onScroll);
  }, [list.scrollElement]);
  useEffect(() => {
    if (isGrowing && atEnd.current && count > 0) list.scrollToIndex(count - 1, { align: "end" });
  }, [list, count, isGrowing]);
}

/**
 * Scrolls to a row when the selection changes, and not when rows around it come or go.
 * @param key of the selection; null: none
 * @param index of its row; null while it has none
 * @param isHere true if the row and its surroundings have their final heights
 * @param own the selection that this list made last: it is already visible
 */
export function useScrollTo(
  list: List,
  key: number | null,
  index: number | null,
  isHere: boolean,
  own: RefObject<number | null>,
): void {
  const shown = useRef<number | null>(null);
  useEffect(() => {
    if (key === null) shown.current = null;
    if (key === null || index === null || shown.current === key) return;
    if (own.current === key) {
      shown.current = key;
      return;
    }
    own.current = null;
    showRow(list, index);
    if (!isHere) return;
    shown.current = key;
    // Once more after the newly rendered rows are measured.
    requestAnimationFrame(() => requestAnimationFrame(() => showRow(list, index)));
  }, [list, key, index, isHere, own]);
}

/** A row whose top is in the upper part of the pane stays in place. */
function showRow(list: List, index: number): void {
  const row = list.measurementsCache[index];
  const height = list.scrollRect?.height ?? 0;
  const offset = list.scrollOffset ?? 0;
  if (!row) return;
  const isShown = row.start >= offset && row.start <= offset + height * 0.8 - 24;
  if (!isShown) list.scrollToOffset(Math.max(0, row.start - height * 0.3));
}

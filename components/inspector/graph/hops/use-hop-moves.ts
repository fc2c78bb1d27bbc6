/** Keys j and k move the selection from hop to hop, in the order of the tree. */
"use client";
import { type Move, useSelectionMoves } from "../../run/selection/selection-moves.ts";
import { orderHops } from "./order-hops.ts";
import type { Hop } from "./read-hops.ts";

/** @param selected index of the selected hop, else −1 */
export function useHopMoves(
  hops: readonly Hop[],
  selected: number,
  onSelect: (hop: Hop) => void,
): void {
  useSelectionMoves((move) => {
    const rows = orderHops(hops);
    const place = rows.findIndex(({ index }) => index === selected);
    const hop = hops[rows[placeAfter(move, place, rows.length)]?.index ?? -1];
    if (hop) onSelect(hop);
  });
}

function placeAfter(move: Move, place: number, count: number): number {
  switch (move) {
    case "next":
      return Math.min(count - 1, place + 1);
    case "previous":
      return Math.max(0, place - 1);
    case "first":
      return 0;
    case "last":
      return count - 1;
  }
}

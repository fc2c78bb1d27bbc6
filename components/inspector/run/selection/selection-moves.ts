/** Lets the open panel move the selection, because only the panel knows the order of its rows. */
"use client";
import { useLayoutEffect, useRef } from "react";

export type Move = "next" | "previous" | "first" | "last";

/** Keys of a focused list. */
export const MOVE_KEYS: Record<string, Move | undefined> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Home: "first",
  End: "last",
};

/** @param from index of the selected row; null: none */
export function moveTarget(move: Move, from: number | null, total: number): number {
  if (move === "first" || (from === null && move === "next")) return 0;
  if (move === "last" || from === null) return total - 1;
  return Math.min(total - 1, Math.max(0, from + (move === "next" ? 1 : -1)));
}

/** The two halves of the page: the conversation and the open panel. */
export type Side = "conversation" | "panel";

type Mover = {
  move: (move: Move) => void;
  /** False where arrow keys scroll, as in a panel of prose. */
  takesArrows: boolean;
};

const movers: Partial<Record<Side, Mover>> = {};

/** @returns false where the side that keys apply to has no rows to move among */
export function moveSelection(move: Move, byArrow = false): boolean {
  const mover = movers[sideOfKeys()];
  if (!mover || (byArrow && !mover.takesArrows)) return false;
  mover.move(move);
  return true;
}

/** The side with the focus, or the only visible side; else the panel. */
function sideOfKeys(): Side {
  const panel = document.getElementById("panel");
  const isPanelShown = panel !== null && panel.getClientRects().length > 0;
  const conversation = document.getElementById("conversation");
  const isRead = conversation?.contains(document.activeElement) ?? false;
  return isRead || !isPanelShown ? "conversation" : "panel";
}

/** While the component is mounted, keys move the selection by this function. */
export function useSelectionMoves(
  move: (move: Move) => void,
  { side = "panel", takesArrows = true }: { side?: Side; takesArrows?: boolean } = {},
): void {
  const newest = useRef(move);
  newest.current = move;
  // Before the paint: whoever sees the rows can move among them.
  useLayoutEffect(() => {
    const own = { move: (asked: Move) => newest.current(asked), takesArrows };
    movers[side] = own;
    return () => {
      if (movers[side] === own) delete movers[side];
    };
  }, [side, takesArrows]);
}

/**
 * Focuses the element that holds the panel's rows, such as a virtual list or a slider, after a key moved among them.
 */
export function focusList(): void {
  document.querySelector<HTMLElement>("#panel [data-list]")?.focus({ preventScroll: true });
}

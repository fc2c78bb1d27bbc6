"use client";
/** How the open panel moves the selection: it knows the order of its rows. */
import { useEffect, useRef } from "react";

export type Move = "next" | "previous" | "first" | "last";

/** Keys of a list that has the focus. */
export const MOVE_KEYS: Record<string, Move | undefined> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Home: "first",
  End: "last",
};

/** @param from index of the row that is picked out; null: none */
export function moveTarget(move: Move, from: number | null, total: number): number {
  if (move === "first" || (from === null && move === "next")) return 0;
  if (move === "last" || from === null) return total - 1;
  return Math.min(total - 1, Math.max(0, from + (move === "next" ? 1 : -1)));
}

let moveInPanel: ((move: Move) => void) | null = null;

/** @returns false where the open panel has no rows to move among */
export function moveSelection(move: Move): boolean {
  moveInPanel?.(move);
  return moveInPanel !== null;
}

/** While the component is there, keys move the selection by this function. */
export function useSelectionMoves(move: (move: Move) => void): void {
  const newest = useRef(move);
  newest.current = move;
  useEffect(() => {
    const own = (asked: Move) => newest.current(asked);
    moveInPanel = own;
    return () => {
      if (moveInPanel === own) moveInPanel = null;
    };
  }, []);
}

"use client";
/** How the open panel moves the selection: it knows the order of its rows. */
import { useEffect, useRef } from "react";

export type Move = "next" | "previous" | "first" | "last";

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

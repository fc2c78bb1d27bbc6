"use client";
/** Keys of the tree grid: up and down among rows, left and right along branches. */
import type { KeyboardEvent } from "react";
import {
  MOVE_KEYS,
  type Move,
  moveTarget,
  useSelectionMoves,
} from "../run/selection/selection-moves.ts";
import { select } from "../run/selection/use-selection.ts";
import type { Span } from "../run/trace/read-spans.ts";
import type { CollapsibleTree } from "./use-collapsed.ts";

export function pickSpan({ hopRef, firstSeq }: Span): void {
  select({ hopRef, seq: firstSeq });
}

export function useTimelineKeys(
  { tree, rows, rowOf, isCollapsed, setCollapsed }: CollapsibleTree,
  picked: Span | null,
): (event: KeyboardEvent) => void {
  const index = picked?.index ?? -1;
  const move = (asked: Move) => {
    const row = moveTarget(asked, rowOf(index), rows.length);
    const span = tree.spans[rows[row] ?? -1];
    if (span) pickSpan(span);
  };
  useSelectionMoves(move);
  const goRight = () => {
    if (!tree.children[index]) return;
    if (isCollapsed(index)) setCollapsed(index, false);
    else move("next");
  };
  const goLeft = () => {
    const above = tree.spans[picked?.parent ?? -1];
    if (tree.children[index] && !isCollapsed(index)) setCollapsed(index, true);
    else if (above) pickSpan(above);
  };
  return (event) => {
    const asked = MOVE_KEYS[event.key];
    if (asked) move(asked);
    else if (event.key === "ArrowRight") goRight();
    else if (event.key === "ArrowLeft") goLeft();
    else return;
    event.preventDefault();
  };
}

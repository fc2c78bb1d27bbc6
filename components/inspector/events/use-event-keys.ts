/** Keys of the log: up and down, and Enter to open a row. */
"use client";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { InspectedEvent } from "@/lib/contracts/inspector/events/inspected-event.ts";
import {
  MOVE_KEYS,
  type Move,
  moveTarget,
  useSelectionMoves,
} from "../run/selection/selection-moves.ts";
import { select } from "../run/selection/use-selection.ts";

type Keyed = {
  windows: { at: (index: number) => InspectedEvent | undefined };
  /** The selected event; null: none. */
  seq: number | null;
  /** Index of the selected row; null: none, or not known yet. */
  rank: number | null;
  total: number;
  /** True where the rows are the whole log, so that a row's place determines its event. */
  isWhole: boolean;
  flipRow: (seq: number) => void;
  /** Scrolls to a row, so that its event is loaded. */
  show: (index: number) => void;
};

export function pickEvent({ seq, body }: InspectedEvent): void {
  select({ hopRef: "hopRef" in body ? body.hopRef : null, seq });
}

export function useEventKeys(keyed: Keyed): (event: KeyboardEvent) => void {
  const { windows, seq, rank, total, isWhole, flipRow, show } = keyed;
  // The row that keys moved to last: known before the server has told its place.
  const moved = useRef<{ seq: number; index: number } | null>(null);
  // A row that was moved to before its event had loaded; it is selected when the event is there.
  const [awaited, setAwaited] = useState<number | null>(null);
  const arrived = awaited === null ? undefined : windows.at(awaited);
  const pick = (event: InspectedEvent, index: number) => {
    moved.current = { seq: event.seq, index };
    setAwaited(null);
    pickEvent(event);
  };
  useEffect(() => {
    if (arrived && awaited !== null) pick(arrived, awaited);
  });
  const move = (asked: Move) => {
    const movedTo = moved.current?.seq === seq ? moved.current?.index : undefined;
    const index = moveTarget(asked, awaited ?? rank ?? movedTo ?? null, total);
    const event = windows.at(index);
    if (event) return pick(event, index);
    if (isWhole) return select({ hopRef: null, seq: index + 1 });
    setAwaited(index);
    show(index);
  };
  useSelectionMoves(move);
  return (event) => {
    const asked = MOVE_KEYS[event.key];
    const picked = rank === null ? undefined : windows.at(rank);
    if (asked) move(asked);
    else if (event.key === "Enter" && event.target === event.currentTarget && picked)
      flipRow(picked.seq);
    else return;
    event.preventDefault();
  };
}

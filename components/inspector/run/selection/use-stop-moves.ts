/** Keys among rows that are all rendered: selection and focus move together. `stopOf` makes a row take part. */
"use client";
import { type KeyboardEvent, type RefObject, useCallback } from "react";
import { MOVE_KEYS, type Move, moveTarget, useSelectionMoves } from "./selection-moves.ts";
import { readSelection, select } from "./use-selection.ts";

/** @param seq of the event that this row selects; null: none */
export function stopOf(seq: number | null, hopRef: string | null) {
  return { "data-stop": seq ?? "", "data-hop": hopRef ?? undefined };
}

/** @returns the list's key handler for keys in its rows: arrows, Home, End */
export function useStopMoves(list: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  const move = useCallback(
    (asked: Move) => {
      const stops = [...(list.current?.querySelectorAll<HTMLElement>("[data-stop]") ?? [])];
      const stop = stops[moveTarget(asked, placeOf(stops), stops.length)];
      if (!stop) return;
      stop.focus();
      const { stop: seq, hop } = stop.dataset;
      if (seq) select({ hopRef: hop ?? null, seq: Number(seq) });
    },
    [list],
  );
  useSelectionMoves(move, { takesArrows: false });
  return (event) => {
    const asked = MOVE_KEYS[event.key];
    const isStop = event.target instanceof HTMLElement && event.target.dataset.stop !== undefined;
    if (!asked || !isStop) return;
    event.preventDefault();
    move(asked);
  };
}

/** The index of the focused row, else of the selected one; null: neither. */
function placeOf(stops: readonly HTMLElement[]): number | null {
  const { hopRef, seq } = readSelection();
  const tests: ((stop: HTMLElement) => boolean)[] = [
    (stop) => stop === document.activeElement,
    (stop) => seq !== null && stop.dataset.stop === String(seq),
    (stop) => hopRef !== null && stop.dataset.hop === hopRef,
  ];
  for (const test of tests) {
    const place = stops.findIndex(test);
    if (place >= 0) return place;
  }
  return null;
}

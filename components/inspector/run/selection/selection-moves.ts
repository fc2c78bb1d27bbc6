/** Lets the open panel move the selection, because only the panel knows the order of its rows. */
"use client";
import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import { readSelection, select } from "./use-selection.ts";

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
type Side = "conversation" | "panel";

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

/**
 * Lets a row take part in `useStopMoves`.
 * @param seq of the event that this row selects; null: none
 */
export function stopOf(seq: number | null, hopRef: string | null) {
  return { "data-stop": seq ?? "", "data-hop": hopRef ?? undefined };
}

/**
 * Keys among rows that are all rendered: selection and focus move together.
 * @returns the list's key handler for keys in its rows: arrows, Home, End
 */
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

/** Fields and overlays. A panel's list (`data-list`) shares its keys with the page. */
const OWN_KEYS =
  "input:not([type=checkbox], [type=range]), textarea, select, [role=dialog] *, [role=menu] *, [role=listbox]:not([data-list]), [role=listbox]:not([data-list]) *";

/** Whether a key press belongs to the focused element instead of the page. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(OWN_KEYS);
}

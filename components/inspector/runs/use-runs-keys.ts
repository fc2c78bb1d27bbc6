"use client";
/** The keys of the list of runs. None acts while the operator is typing. */
import { useEffect, useState } from "react";
import * as text from "@/lib/messages/inspector-runs.ts";
import { isWriting } from "../is-writing.ts";
import type { KeyList } from "../run/keys-dialog.tsx";
import { MOVE_KEYS, type Move, moveTarget } from "../run/selection/selection-moves.ts";

/** The effect of each key, for the dialog that lists them. */
export const RUNS_KEYS: KeyList = [
  [["j", "k"], text.nextOrPreviousRun()],
  [["Enter"], text.openTheRun()],
  [["Home", "End"], text.firstAndLastRunOfThe()],
  [["/"], text.searchWhatWasSaid()],
  [["?"], text.thisList()],
];

const LETTERS: Record<string, Move | undefined> = { j: "next", k: "previous" };

/** @returns whether the list of keys is open, and a function to open and close it */
export function useRunsKeys(): { isListOpen: boolean; setListOpen: (open: boolean) => void } {
  const [isListOpen, setListOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isWriting(event.target) || document.querySelector("[role=dialog]")) return;
      if (event.key === "?") setListOpen(true);
      else if (!act(event)) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return { isListOpen, setListOpen };
}

/** @returns whether the key was handled */
function act({ key, target }: KeyboardEvent): boolean {
  if (key === "/") return focus(document.querySelector<HTMLElement>("search input"));
  const links = [...document.querySelectorAll<HTMLElement>("[data-run]")];
  const place = target instanceof HTMLElement ? links.indexOf(target) : -1;
  const move = LETTERS[key] ?? (place < 0 ? undefined : MOVE_KEYS[key]);
  if (!move || links.length === 0) return false;
  return focus(links[moveTarget(move, place < 0 ? null : place, links.length)] ?? null);
}

function focus(element: HTMLElement | null): boolean {
  element?.focus();
  return element !== null;
}

/** The keys of a run's page. None acts while the operator is typing. */
"use client";
import * as text from "@/lib/messages/inspector-run.ts";
import * as judging from "@/lib/messages/review-judging.ts";
import type { KeyList } from "./keys-dialog.tsx";
import { openPanel, PANELS } from "./panels.ts";
import { focusList, type Move, moveSelection } from "./selection/selection-moves.ts";
import { select } from "./selection/use-selection.ts";

/** The effect of each key, for the dialog that lists them. */
export const RUN_KEYS: KeyList = [
  [["j", "k"], text.nextOrPreviousHopEventCall()],
  [["↓", "↑"], text.theSameInAListElsewhere()],
  [["Home", "End"], text.firstAndLastOfAList()],
  [["Enter"], text.openOrCloseTheRow()],
  [["→", "←"], text.timelineTreesExpandCollapseContextState()],
  [[PANELS[0].key, "…", PANELS.at(-1)?.key ?? ""], text.openThePanelOfThatPlace()],
  [["/"], text.searchInThisRun()],
  [["Esc"], text.clearTheSelection()],
  [["v"], judging.goToVerdict()],
  [["1", "…", "9"], judging.digitsChoose()],
  [["m"], judging.markSelected()],
  [["?"], text.thisList()],
];

/** @returns whether the key was handled */
export function actOnRun({ key, target }: KeyboardEvent): boolean {
  if (key === "/") return focusFirst("[data-run-search]");
  if (key === "Escape") {
    select({ hopRef: null, seq: null });
    return true;
  }
  if (key === "v") return focusFirst("[data-criterion] input, [data-criterion] textarea");
  if (key === "m") return pressMark();
  if (key === "j" || key === "k") return moveByLetter(key === "j" ? "next" : "previous");
  const arrow = ARROWS[key];
  // Arrow keys belong to the focused element, if there is one.
  if (arrow && (target === document.body || isPanel(target))) return moveSelection(arrow, true);
  const panel = PANELS.find((each) => each.key === key);
  if (panel) openPanel(panel.id);
  return panel !== undefined;
}

function moveByLetter(move: Move): boolean {
  const moved = moveSelection(move);
  if (moved) focusList();
  return moved;
}

const ARROWS: Record<string, "next" | "previous" | undefined> = {
  ArrowDown: "next",
  ArrowUp: "previous",
};

function isPanel(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.id === "panel";
}

function focusFirst(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(selector);
  field?.focus();
  return field !== null;
}

/** Of a verdict, on the page of a case. */
function pressMark(): boolean {
  const button = document.querySelector<HTMLElement>("[data-mark]");
  button?.click();
  return button !== null;
}

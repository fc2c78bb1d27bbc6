/** Which rows of a tree are open, and which one is selected. */
"use client";
import { useCallback, useMemo, useState } from "react";
import {
  beginRows,
  canOpen,
  closeRow,
  openRow,
  parentOf,
  revealRow,
  type TreeRow,
} from "./tree-rows.ts";

export type Tree = {
  rows: TreeRow[];
  /** Index of the selected row; −1 for none. */
  picked: number;
  pick: (at: number) => void;
  toggle: (at: number) => void;
  /** Opens all ancestors of a value, and selects it. Stable as long as the value is. */
  reveal: (path: readonly string[]) => void;
  /** @returns false for a key that the tree does not handle */
  press: (key: string) => boolean;
};

type TreeState = { value: unknown; rows: TreeRow[]; pickedId: string | null };

export function useTree(value: unknown): Tree {
  const begun = useMemo(() => ({ value, rows: beginRows(value), pickedId: null }), [value]);
  const [changed, setChanged] = useState<TreeState>(begun);
  // A new value starts with new rows.
  const { rows, pickedId } = changed.value === value ? changed : begun;
  const picked = useMemo(
    () => (pickedId === null ? -1 : rows.findIndex(({ id }) => id === pickedId)),
    [rows, pickedId],
  );
  const change = (next: TreeRow[], at: number) =>
    setChanged({ value, rows: next, pickedId: next[at]?.id ?? null });
  const toggle = (at: number) =>
    change(rows[at]?.open ? closeRow(rows, at) : openRow(rows, at), at);
  const reveal = useCallback(
    (path: readonly string[]) =>
      setChanged((now) => {
        const known = now.value === value ? now : begun;
        const [next, at] = revealRow(known.rows, path);
        return { value, rows: next, pickedId: next[at]?.id ?? null };
      }),
    [value, begun],
  );
  return {
    rows,
    picked,
    pick: (at) => change(rows, at),
    toggle,
    reveal,
    press: (key) => {
      const to = targetOf(rows, picked, key);
      if (to === "toggle") toggle(picked);
      else if (to !== null) change(rows, to);
      return to !== null;
    },
  };
}

/** The keys of the ARIA tree pattern: arrows, Home, End; Enter and Space open and close. */
function targetOf(rows: TreeRow[], at: number, key: string): number | "toggle" | null {
  const row = rows[at];
  const within = (to: number) => Math.min(Math.max(to, 0), rows.length - 1);
  switch (key) {
    case "ArrowDown":
      return within(at + 1);
    case "ArrowUp":
      return within(at - 1);
    case "Home":
      return 0;
    case "End":
      return rows.length - 1;
    case "PageDown":
      return within(at + 20);
    case "PageUp":
      return within(at - 20);
    case "ArrowRight":
      if (!row || !canOpen(row)) return null;
      return row.open ? at + 1 : "toggle";
    case "ArrowLeft":
      if (row?.open) return "toggle";
      return row && parentOf(rows, at) >= 0 ? parentOf(rows, at) : null;
    case "Enter":
    case " ":
      return row && canOpen(row) ? "toggle" : null;
    default:
      return null;
  }
}

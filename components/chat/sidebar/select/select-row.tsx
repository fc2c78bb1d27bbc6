"use client";
/** A conversation while several are selected: a checkbox. Shift selects all from the last one; arrow keys move. */
import { type KeyboardEvent, useRef } from "react";
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";
import { useList } from "../list-context.tsx";
import { StateMark } from "../rows/state-mark.tsx";

export function SelectRow({ conversation }: { conversation: ListedConversation }) {
  const { selection } = useList();
  const { id, title, state } = conversation;
  const isShift = useRef(false);
  const isSelected = selection.selected?.has(id) ?? false;
  return (
    <li>
      <label className="flex cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 text-soft hover:bg-hover has-checked:bg-accent-wash has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11">
        <input
          type="checkbox"
          data-select={id}
          checked={isSelected}
          className="size-4 shrink-0 accent-accent outline-none"
          onPointerDown={(event) => {
            isShift.current = event.shiftKey;
          }}
          onKeyDown={(event) => {
            isShift.current = event.shiftKey;
            moveFocus(event);
          }}
          onClick={(event) => {
            isShift.current = event.shiftKey;
          }}
          onChange={() => {
            const from = isShift.current ? selection.last() : null;
            if (from !== null) selectBetween(from, id);
            if (from === null || !isSelected) selection.toggle(conversation);
          }}
        />
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {title}
        </span>
        <StateMark state={state} />
      </label>
    </li>
  );
}

function boxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>("[data-select]")].filter(
    (box) => box.offsetParent !== null,
  );
}

function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const all = boxes();
  all[all.indexOf(event.currentTarget) + step]?.focus();
}

/** Presses every box between the two that is not checked. */
function selectBetween(from: string, to: string): void {
  const all = boxes();
  const ends = [from, to].map((id) => all.findIndex(({ dataset }) => dataset.select === id));
  const [start = 0, end = 0] = ends.toSorted((one, other) => one - other);
  for (const box of all.slice(Math.max(start, 0), end + 1))
    if (!box.checked && box.dataset.select !== to) box.click();
}

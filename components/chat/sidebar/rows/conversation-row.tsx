/** One conversation of the list: its title and what it waits for; on hover and focus, when it was, a pin and a menu. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Pin, PinOff } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { useIsHydrated } from "@/components/ui/hydration.ts";
import { LateOverlay, lazyOverlay } from "@/components/ui/overlay/late-overlay.tsx";
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";
import type { Change } from "@/lib/contracts/public/organise/organise.ts";
import * as text from "@/lib/messages/chat.ts";
import { prefetchDetail } from "../../data/queries.ts";
import { useOrganise } from "../../data/use-organise.ts";
import { PlaceLink } from "../../place-link.tsx";
import { useList } from "../list-context.tsx";
import { RenameField } from "./rename-field.tsx";
import { StateMark } from "./state-mark.tsx";

const ConversationMenu = lazyOverlay(() => import("./conversation-menu.tsx"));

// When a conversation was last written in, in the person's own time zone.

const TIME = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const LONG_AGO = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

export function ConversationRow({ conversation }: { conversation: ListedConversation }) {
  const { currentId, selection } = useList();
  const { id, title } = conversation;
  const { mutate } = useOrganise();
  const [isRenaming, setRenaming] = useState(false);
  const isCurrent = id === currentId;
  const change = (to: Change) => mutate({ conversationIds: [id], change: to });
  if (selection.selected) return <SelectRow conversation={conversation} />;
  if (!isRenaming)
    return (
      <RowAtRest
        conversation={conversation}
        isCurrent={isCurrent}
        onRename={() => setRenaming(true)}
        onChange={change}
      />
    );
  return (
    <li>
      <RenameField
        label={text.conversationTitle()}
        value={title}
        onRename={(renamed) => change({ to: "renamed", title: renamed })}
        onClose={() => {
          setRenaming(false);
          requestAnimationFrame(() => focusRow(id));
        }}
      />
    </li>
  );
}

/** Where the field was, unless the person has gone elsewhere. */
function focusRow(id: string): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`.conversation-row > a[href="/c/${id}"]`)?.focus();
}

type RowAtRestProps = {
  conversation: ListedConversation;
  isCurrent: boolean;
  onRename: () => void;
  onChange: (change: Change) => void;
};

function RowAtRest({ conversation, isCurrent, onRename, onChange }: RowAtRestProps) {
  const { isArchive, onGo, onMove, onDelete, selection } = useList();
  const client = useQueryClient();
  // The server does not know the person's time zone.
  const isHydrated = useIsHydrated();
  const { id, title, state, isPinned, updatedAt } = conversation;
  const pin = isPinned ? text.unpin() : text.pin();
  const trigger = (
    <IconButton size="sm" aria-label={text.conversationMenu()} aria-description={title}>
      <Ellipsis {...ICON} />
    </IconButton>
  );
  return (
    <li className="conversation-row">
      <PlaceLink
        href={`/c/${id}`}
        aria-current={isCurrent ? "page" : undefined}
        data-tooltip-side="right"
        data-tooltip={isHydrated ? text.rowHint({ title, when: formatWhen(updatedAt) }) : title}
        data-when={isHydrated ? formatWhen(updatedAt) : undefined}
        onClick={onGo}
        onPointerEnter={() => prefetchDetail(client, id)}
        className={cn(
          "conversation-link relative flex items-center gap-2 rounded-md py-1.5 px-2 focus-visible:-outline-offset-2",
          isCurrent
            ? "bg-pressed text-ink before:absolute before:inset-y-2 before:left-0 before:w-[2px] before:rounded-full before:bg-accent"
            : "text-soft hover:bg-hover hover:text-ink",
        )}
      >
        <span
          dir="auto"
          className={cn("min-w-0 flex-1 truncate", state === "unread" && "font-medium text-ink")}
        >
          {title}
        </span>
        <StateMark state={state} />
      </PlaceLink>
      <div className="row-actions">
        {!isArchive && (
          <IconButton
            size="sm"
            aria-label={pin}
            aria-description={title}
            className="quick-action"
            onClick={() => onChange({ to: isPinned ? "unpinned" : "pinned" })}
          >
            {isPinned ? <PinOff {...ICON} /> : <Pin {...ICON} />}
          </IconButton>
        )}
        <LateOverlay trigger={trigger}>
          <ConversationMenu
            trigger={trigger}
            conversation={conversation}
            isArchived={isArchive}
            onRename={onRename}
            onChange={onChange}
            onMove={() => onMove([conversation])}
            onDelete={() => onDelete([conversation])}
            onSelect={() => selection.begin(conversation)}
          />
        </LateOverlay>
      </div>
    </li>
  );
}

const ICON = { className: "size-4", strokeWidth: 1.75, "aria-hidden": true } as const;

/** A conversation while several are selected: a checkbox. Shift selects all from the last one; arrow keys move. */
function SelectRow({ conversation }: { conversation: ListedConversation }) {
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

/** @returns `14:03` on the same day, `Mar 3, 14:03` in the same year, else `Mar 3, 2025` */
export function formatWhen(iso: string, now = new Date()): string {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) return TIME.format(at);
  if (at.getFullYear() !== now.getFullYear()) return LONG_AGO.format(at);
  return `${DAY.format(at)}, ${TIME.format(at)}`;
}

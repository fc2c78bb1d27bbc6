"use client";
/** One conversation of the list: its title and what it waits for; on hover and focus, when it was, a pin and a menu. */
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Pin, PinOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { LateOverlay, lazyOverlay } from "@/components/ui/overlay/late-overlay.tsx";
import { useIsHydrated } from "@/components/ui/use-is-hydrated.ts";
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";
import type { Change } from "@/lib/contracts/public/organise/organise.ts";
import * as text from "@/lib/messages/chat.ts";
import { prefetchDetail } from "../../data/queries.ts";
import { useOrganise } from "../../data/use-organise.ts";
import { PlaceLink } from "../../place-link.tsx";
import { useList } from "../list-context.tsx";
import { SelectRow } from "../select/select-row.tsx";
import { formatWhen } from "./format-when.ts";
import { RenameField } from "./rename-field.tsx";
import { StateMark } from "./state-mark.tsx";

const RowMenu = lazyOverlay(() => import("./row-menu.tsx"));

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
  const { isArchive, onGo } = useList();
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
          <RowMenu {...{ trigger, conversation, onRename, onChange }} />
        </LateOverlay>
      </div>
    </li>
  );
}

const ICON = { className: "size-4", strokeWidth: 1.75, "aria-hidden": true } as const;

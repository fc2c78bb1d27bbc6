"use client";
/** One conversation of the list: its title, what it waits for, and a menu. */
import { useQueryClient } from "@tanstack/react-query";
import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  Pencil,
  Pin,
  PinOff,
  Share2,
  Trash2,
} from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { Menu, MenuItem, MenuLink } from "@/components/ui/overlay/menu.tsx";
import type {
  ConversationState,
  ListedConversation,
} from "@/lib/contracts/public/organise/conversation-list.ts";
import type { Change } from "@/lib/contracts/public/organise/organise.ts";
import * as text from "@/lib/messages/chat.ts";
import * as shareText from "@/lib/messages/share.ts";
import { useChat } from "../chat-context.tsx";
import { prefetchDetail } from "../data/queries.ts";
import { useOrganise } from "../data/use-organise.ts";
import { PlaceLink } from "../place-link.tsx";
import { RenameField } from "./rename-field.tsx";

type ConversationRowProps = {
  conversation: ListedConversation;
  isCurrent: boolean;
  isArchived: boolean;
  onGo: () => void;
  onDelete: (conversation: ListedConversation) => void;
};

export function ConversationRow(props: ConversationRowProps) {
  const { conversation, isCurrent, isArchived, onGo, onDelete } = props;
  const { id, title, state } = conversation;
  const client = useQueryClient();
  const { mutate } = useOrganise();
  const [isRenaming, setRenaming] = useState(false);
  const change = (to: Change) => mutate({ conversationIds: [id], change: to });
  useEffect(() => {
    if (!isCurrent || state !== "unread" || document.visibilityState !== "visible") return;
    mutate({ conversationIds: [id], change: { to: "seen" } });
  }, [isCurrent, state, id, mutate]);
  if (isRenaming)
    return (
      <li>
        <RenameField
          title={title}
          onRename={(renamed) => change({ to: "renamed", title: renamed })}
          onClose={() => setRenaming(false)}
        />
      </li>
    );
  return (
    <li className="conversation-row">
      <PlaceLink
        href={`/c/${id}`}
        aria-current={isCurrent ? "page" : undefined}
        onClick={onGo}
        onPointerEnter={() => prefetchDetail(client, id)}
        className={cn(
          "relative flex items-center gap-2 rounded-md py-1.5 pr-8 pl-2 focus-visible:-outline-offset-2",
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
      <Menu
        align="end"
        trigger={
          <IconButton size="sm" aria-label={text.conversationMenu()} aria-description={title}>
            <Ellipsis className="size-4" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        }
      >
        <RowMenu
          conversation={conversation}
          isArchived={isArchived}
          onRename={() => setRenaming(true)}
          onChange={change}
          onDelete={() => onDelete(conversation)}
        />
      </Menu>
    </li>
  );
}

type RowMenuProps = Pick<ConversationRowProps, "conversation" | "isArchived"> & {
  onRename: () => void;
  onChange: (change: Change) => void;
  onDelete: () => void;
};

const ICON = { className: "size-4", strokeWidth: 1.6, "aria-hidden": true } as const;

function RowMenu({ conversation, isArchived, onRename, onChange, onDelete }: RowMenuProps) {
  const { isPinned } = conversation;
  const { openShare } = useChat();
  return (
    <>
      <MenuItem onClick={onRename}>
        <Pencil {...ICON} />
        {text.rename()}
      </MenuItem>
      {!isArchived && (
        <MenuItem onClick={() => onChange({ to: isPinned ? "unpinned" : "pinned" })}>
          {isPinned ? <PinOff {...ICON} /> : <Pin {...ICON} />}
          {isPinned ? text.unpin() : text.pin()}
        </MenuItem>
      )}
      <MenuItem onClick={() => onChange({ to: isArchived ? "unarchived" : "archived" })}>
        {isArchived ? <ArchiveRestore {...ICON} /> : <Archive {...ICON} />}
        {isArchived ? text.unarchive() : text.archive()}
      </MenuItem>
      {openShare && (
        <MenuItem onClick={() => openShare(conversation)}>
          <Share2 {...ICON} />
          {shareText.share()}
        </MenuItem>
      )}
      <MenuLink href={`/api/conversations/${conversation.id}/export?as=markdown`}>
        <Download {...ICON} />
        {text.exportMarkdown()}
      </MenuLink>
      <MenuLink href={`/api/conversations/${conversation.id}/export?as=json`}>
        <Download {...ICON} />
        {text.exportJson()}
      </MenuLink>
      <MenuItem onClick={onDelete}>
        <Trash2 {...ICON} />
        {text.deleteConversation()}
      </MenuItem>
    </>
  );
}

const STATES: Record<Exclude<ConversationState, "idle">, { name: () => string; look: string }> = {
  running: { name: text.stateRunning, look: "bg-accent motion-safe:animate-pulse" },
  waiting: { name: text.stateWaiting, look: "border-2 border-accent" },
  unread: { name: text.stateUnread, look: "bg-accent" },
};

function StateMark({ state }: { state: ConversationState }) {
  if (state === "idle") return null;
  const { name, look } = STATES[state];
  return (
    <span data-tooltip={name()} className="grid size-3 shrink-0 place-items-center">
      <span aria-hidden="true" className={cn("size-2 rounded-full", look)} />
      <span className="sr-only">{name()}</span>
    </span>
  );
}

/** The menu of one conversation. */
"use client";
import {
  Archive,
  ArchiveRestore,
  Download,
  FolderInput,
  ListChecks,
  Pencil,
  Pin,
  PinOff,
  Share2,
  Trash2,
} from "lucide-react";
import type { Trigger } from "@/components/ui/overlay/late-overlay.tsx";
import { Menu, MenuItem, MenuLink } from "@/components/ui/overlay/menu.tsx";
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";
import type { Change } from "@/lib/contracts/public/organise/organise.ts";
import * as text from "@/lib/messages/chat.ts";
import * as shareText from "@/lib/messages/share.ts";
import { useChat } from "../../chat-context.tsx";
import { useList } from "../list-context.tsx";

type RowMenuProps = {
  trigger: Trigger;
  conversation: ListedConversation;
  onRename: () => void;
  onChange: (change: Change) => void;
};

const ICON = { className: "size-4", strokeWidth: 1.6, "aria-hidden": true } as const;

export default function RowMenu({ trigger, conversation, onRename, onChange }: RowMenuProps) {
  const { isArchive, onDelete, onMove, selection } = useList();
  const { openShare } = useChat();
  const { id, isPinned } = conversation;
  return (
    <Menu align="end" trigger={trigger}>
      <MenuItem onClick={onRename}>
        <Pencil {...ICON} />
        {text.rename()}
      </MenuItem>
      {!isArchive && (
        <>
          <MenuItem onClick={() => onChange({ to: isPinned ? "unpinned" : "pinned" })}>
            {isPinned ? <PinOff {...ICON} /> : <Pin {...ICON} />}
            {isPinned ? text.unpin() : text.pin()}
          </MenuItem>
          <MenuItem onClick={() => onMove([conversation])}>
            <FolderInput {...ICON} />
            {text.moveConversation()}
          </MenuItem>
        </>
      )}
      <MenuItem onClick={() => onChange({ to: isArchive ? "unarchived" : "archived" })}>
        {isArchive ? <ArchiveRestore {...ICON} /> : <Archive {...ICON} />}
        {isArchive ? text.unarchive() : text.archive()}
      </MenuItem>
      <MenuItem onClick={() => selection.begin(conversation)}>
        <ListChecks {...ICON} />
        {text.selectConversation()}
      </MenuItem>
      {openShare && (
        <MenuItem onClick={() => openShare(conversation)}>
          <Share2 {...ICON} />
          {shareText.share()}
        </MenuItem>
      )}
      <MenuLink href={`/api/conversations/${id}/export?as=markdown`}>
        <Download {...ICON} />
        {text.exportMarkdown()}
      </MenuLink>
      <MenuLink href={`/api/conversations/${id}/export?as=json`}>
        <Download {...ICON} />
        {text.exportJson()}
      </MenuLink>
      <MenuItem onClick={() => onDelete([conversation])}>
        <Trash2 {...ICON} />
        {text.deleteConversation()}
      </MenuItem>
    </Menu>
  );
}

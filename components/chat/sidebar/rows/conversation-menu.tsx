/** The menu of one conversation: in its row, and in its header. */
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
import { useChat } from "../../chat-context.tsx";

type ConversationMenuProps = {
  trigger: Trigger;
  conversation: ListedConversation;
  isArchived: boolean;
  onRename: () => void;
  onChange: (change: Change) => void;
  onMove: () => void;
  onDelete: () => void;
  /** Absent where there is no list to select more from. */
  onSelect?: () => void;
};

const ICON = { className: "size-4", strokeWidth: 1.6, "aria-hidden": true } as const;

export default function ConversationMenu(props: ConversationMenuProps) {
  const { trigger, conversation, isArchived, onRename, onChange, onMove, onDelete, onSelect } =
    props;
  const { openShare } = useChat();
  const { id, isPinned } = conversation;
  return (
    <Menu align="end" trigger={trigger}>
      <MenuItem onClick={onRename} isField>
        <Pencil {...ICON} />
        {text.rename()}
      </MenuItem>
      {!isArchived && (
        <>
          <MenuItem onClick={() => onChange({ to: isPinned ? "unpinned" : "pinned" })}>
            {isPinned ? <PinOff {...ICON} /> : <Pin {...ICON} />}
            {isPinned ? text.unpin() : text.pin()}
          </MenuItem>
          <MenuItem onClick={onMove}>
            <FolderInput {...ICON} />
            {text.moveConversation()}
          </MenuItem>
        </>
      )}
      <MenuItem onClick={() => onChange({ to: isArchived ? "unarchived" : "archived" })}>
        {isArchived ? <ArchiveRestore {...ICON} /> : <Archive {...ICON} />}
        {isArchived ? text.unarchive() : text.archive()}
      </MenuItem>
      {onSelect && (
        <MenuItem onClick={onSelect}>
          <ListChecks {...ICON} />
          {text.selectConversation()}
        </MenuItem>
      )}
      {openShare && (
        <MenuItem onClick={() => openShare(conversation)}>
          <Share2 {...ICON} />
          {text.share()}
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
      <MenuItem onClick={onDelete}>
        <Trash2 {...ICON} />
        {text.deleteConversation()}
      </MenuItem>
    </Menu>
  );
}

/** The menu of the conversation on screen, with the entries of its row in the list, and its title as a field. */
"use client";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { LateOverlay, lazyOverlay } from "@/components/ui/overlay/late-overlay.tsx";
import type { ConversationDetail } from "@/lib/contracts/public/conversation.ts";
import type { Change } from "@/lib/contracts/public/organise/organise.ts";
import * as text from "@/lib/messages/chat.ts";
import { useOrganise } from "../data/use-organise.ts";
import { useOrganiseHere } from "../sidebar/organise-here.tsx";
import { RenameField } from "../sidebar/rows/rename-field.tsx";

const ConversationMenu = lazyOverlay(() => import("../sidebar/rows/conversation-menu.tsx"));

const MENU = "data-header-menu";

/** @param onRename the title becomes a field */
export function HeaderMenu({
  detail,
  onRename,
}: {
  detail: ConversationDetail;
  onRename: () => void;
}) {
  const { move, remove } = useOrganiseHere();
  const { mutate } = useOrganise();
  const { isPinned, isArchived, folderId } = detail.place;
  const conversation = { ...detail.conversation, state: "idle" as const, isPinned, folderId };
  const change = (to: Change) => mutate({ conversationIds: [conversation.id], change: to });
  const trigger = (
    <IconButton aria-label={text.menuOfThis()} {...{ [MENU]: "" }}>
      <Ellipsis className="size-4.5" strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
  );
  return (
    <LateOverlay trigger={trigger}>
      <ConversationMenu
        trigger={trigger}
        conversation={conversation}
        isArchived={isArchived}
        onRename={onRename}
        onChange={change}
        onMove={() => move(conversation)}
        onDelete={() => remove(conversation)}
      />
    </LateOverlay>
  );
}

/** The title of the header as a field, while it is being changed. */
export function useTitleField(conversation: ConversationDetail["conversation"] | null) {
  const { mutate } = useOrganise();
  const [isRenaming, setRenaming] = useState(false);
  const close = () => {
    setRenaming(false);
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(`[${MENU}]`)?.focus();
    });
  };
  const field = isRenaming && conversation && (
    <RenameField
      label={text.conversationTitle()}
      value={conversation.title}
      onRename={(title) =>
        mutate({ conversationIds: [conversation.id], change: { to: "renamed", title } })
      }
      onClose={close}
    />
  );
  return { field, rename: () => setRenaming(true) };
}

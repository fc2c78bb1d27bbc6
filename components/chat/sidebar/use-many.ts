/** What is done with one conversation or with many, and how it is taken back. */
"use client";
import { useState } from "react";
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";
import type { Change } from "@/lib/contracts/public/organise/organise.ts";
import * as text from "@/lib/messages/chat.ts";
import { useOrganise } from "../data/use-organise.ts";
import { goTo } from "../place-link.tsx";
import { openFolder } from "./folders/use-open-folders.ts";
import { useSelection } from "./use-selection.ts";

type Many = readonly ListedConversation[];

export function useMany(currentId: string | null) {
  const [deleted, setDeleted] = useState<Many | null>(null);
  const [moving, setMoving] = useState<Many | null>(null);
  const selection = useSelection();
  const { mutate, error } = useOrganise();
  const change = (many: Many, to: Change) =>
    mutate({ conversationIds: many.map(({ id }) => id), change: to });
  return {
    selection,
    deleted,
    moving,
    setMoving,
    change,
    problem: error,
    remove(many: Many) {
      change(many, { to: "deleted" });
      setDeleted(many);
      if (many.some(({ id }) => id === currentId)) goTo("/");
    },
    undo() {
      change(deleted ?? [], { to: "undeleted" });
      setDeleted(null);
    },
    forget: () => setDeleted(null),
    move(folderId: string | null) {
      change(moving ?? [], { to: "moved", folderId });
      if (folderId !== null) openFolder(folderId, true);
      setMoving(null);
      selection.end();
    },
  };
}

/** What was deleted. */
export function wordsFor(deleted: Many): string {
  const [only] = deleted;
  const count = deleted.length;
  return count === 1 && only
    ? text.deletedConversation({ title: only.title })
    : text.deletedConversations({ count, number: String(count) });
}

/** What every row of the sidebar's list needs: where the person is, and what they do with conversations. */
"use client";
import { createContext, useContext } from "react";
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";
import type { Selection } from "./use-selection.ts";

type ListContextValue = {
  currentId: string | null;
  /** The rows of the archive are shown. */
  isArchive: boolean;
  /** Called when a link was followed. */
  onGo: () => void;
  onDelete: (conversations: readonly ListedConversation[]) => void;
  onMove: (conversations: readonly ListedConversation[]) => void;
  selection: Selection;
};

const ListContext = createContext<ListContextValue | null>(null);

export const ListProvider = ListContext.Provider;

export function useList(): ListContextValue {
  const list = useContext(ListContext);
  if (!list) throw new Error("useList outside of ListProvider");
  return list;
}

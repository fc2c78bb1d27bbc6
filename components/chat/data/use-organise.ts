/** Changes of the list of conversations: shown at once, and undone where the server refuses. */
"use client";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";
import type { Change } from "@/lib/contracts/public/organise/organise.ts";
import * as text from "@/lib/messages/chat.ts";
import { useChat } from "../chat-context.tsx";
import { RequestFailed } from "./get-json.ts";
import { chatKeys, type ListPages } from "./queries.ts";
import { tellOtherTabs } from "./tab-news.ts";

export type Organised = { conversationIds: string[]; change: Change };

const KEY = ["organise"];

/** @returns conversations that the person has looked at while the server is still being told; its list calls them unread */
export function useBeingSeen(): readonly string[] {
  const pending = useMutationState({
    filters: { mutationKey: KEY, status: "pending" },
    select: ({ state }) => state.variables as Organised,
  });
  return pending.flatMap(({ conversationIds, change }) =>
    change.to === "seen" ? conversationIds : [],
  );
}

export function useOrganise() {
  const { organise } = useChat();
  const client = useQueryClient();
  return useMutation<void, RequestFailed, Organised>({
    mutationKey: KEY,
    mutationFn: async (input) => {
      const result = await organise(input).catch(() => null);
      if (result === null) throw new RequestFailed("unreachable", text.unreachable());
      if (!result.ok) throw new RequestFailed(result.reason, result.message);
    },
    onMutate: async ({ conversationIds, change }) => {
      await client.cancelQueries({ queryKey: chatKeys.lists() });
      client.setQueriesData<ListPages>({ queryKey: chatKeys.lists() }, (data) =>
        data ? withChange(data, new Set(conversationIds), change) : data,
      );
    },
    onSettled: async (_done, _error, { conversationIds: [first = ""], change }) => {
      // A list that is read for the first time would be taken as it was before the change.
      await client.cancelQueries({ queryKey: chatKeys.lists() });
      await client.invalidateQueries({ queryKey: chatKeys.lists() });
      if (change.to === "renamed")
        void client.invalidateQueries({ queryKey: chatKeys.detail(first) });
      if (change.to !== "seen") tellOtherTabs(first);
    },
  });
}

/** The list as it will be. Nothing is shown twice: what moves to another list leaves this one. */
function withChange(data: ListPages, ids: ReadonlySet<string>, change: Change): ListPages {
  const changed = (one: ListedConversation) => {
    if (!ids.has(one.id)) return [one];
    switch (change.to) {
      case "renamed":
        return [{ ...one, title: change.title }];
      case "pinned":
      case "unpinned":
        return [{ ...one, isPinned: change.to === "pinned" }];
      case "moved":
        // A pinned one stands above all folders.
        return one.isPinned ? [{ ...one, folderId: change.folderId }] : [];
      case "seen":
        return [{ ...one, state: one.state === "unread" ? ("idle" as const) : one.state }];
      default:
        return [];
    }
  };
  const pages = data.pages.map((page) => ({
    ...page,
    news:
      change.to === "seen" || change.to === "deleted"
        ? page.news.filter(({ id }) => !ids.has(id))
        : page.news,
    conversations: page.conversations.flatMap(changed),
  }));
  return { ...data, pages };
}

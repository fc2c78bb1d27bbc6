/** Changes of the list of conversations: shown at once, and undone where the server refuses. */
"use client";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import type { ConversationDetail } from "@/lib/contracts/public/conversation.ts";
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";
import type { Change } from "@/lib/contracts/public/organise/organise.ts";
import * as text from "@/lib/messages/chat.ts";
import { useChat } from "../chat-context.tsx";
import { RequestFailed } from "./get-json.ts";
import type { ListPages } from "./poll-list.ts";
import { chatKeys } from "./queries.ts";
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
      for (const id of conversationIds)
        client.setQueryData<ConversationDetail>(
          chatKeys.detail(id),
          (detail) => detail && withPlace(detail, change),
        );
    },
    onSettled: async (_done, error, { conversationIds: [first = ""], change }) => {
      // A list that is read for the first time would be taken as it was before the change.
      await client.cancelQueries({ queryKey: chatKeys.lists() });
      await client.invalidateQueries({ queryKey: chatKeys.lists() });
      const isRefused = error !== null;
      if (change.to === "renamed" || isRefused)
        void client.invalidateQueries({ queryKey: chatKeys.detail(first) });
      if (change.to !== "seen") tellOtherTabs(first);
    },
  });
}

/** The header of a conversation shows at once what was changed. @returns undefined where it shows nothing of it */
function withPlace(detail: ConversationDetail, change: Change): ConversationDetail | undefined {
  const { conversation, place } = detail;
  switch (change.to) {
    case "renamed":
      return { ...detail, conversation: { ...conversation, title: change.title } };
    case "pinned":
    case "unpinned":
      return { ...detail, place: { ...place, isPinned: change.to === "pinned" } };
    case "moved":
      return { ...detail, place: { ...place, folderId: change.folderId } };
    case "archived":
      return { ...detail, place: { ...place, isPinned: false, isArchived: true } };
    case "unarchived":
      return { ...detail, place: { ...place, isArchived: false } };
    default:
      return undefined;
  }
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

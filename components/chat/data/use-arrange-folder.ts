/** Makes, renames and deletes folders. The list is read again behind each change. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ListedFolder } from "@/lib/contracts/public/organise/conversation-list.ts";
import type { ArrangeFolder } from "@/lib/contracts/public/organise/organise.ts";
import * as text from "@/lib/messages/chat.ts";
import { useChat } from "../chat-context.tsx";
import { RequestFailed } from "./get-json.ts";
import { chatKeys, useConversationList } from "./queries.ts";
import { tellOtherTabs } from "./tab-news.ts";

export function useArrangeFolder() {
  const { arrangeFolder } = useChat();
  const client = useQueryClient();
  return useMutation<void, RequestFailed, ArrangeFolder>({
    mutationFn: async (input) => {
      const result = await arrangeFolder(input).catch(() => null);
      if (result === null) throw new RequestFailed("unreachable", text.unreachable());
      if (!result.ok) throw new RequestFailed(result.reason, result.message);
    },
    onSettled: async (_done, _error, { folderId }) => {
      // A list that is read for the first time would be taken as it was before the change.
      await client.cancelQueries({ queryKey: chatKeys.lists() });
      await client.invalidateQueries({ queryKey: chatKeys.lists() });
      tellOtherTabs(folderId);
    },
  });
}

const NONE: readonly ListedFolder[] = [];

export function useFolders(): readonly ListedFolder[] {
  return useConversationList("recent").data?.pages[0]?.folders ?? NONE;
}

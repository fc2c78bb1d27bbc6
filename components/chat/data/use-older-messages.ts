/** Older messages of a conversation: the next page of them, or all up to one that somebody wants to see. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { ConversationDetail } from "@/lib/contracts/public/conversation.ts";
import { newestPage, withOlder } from "./conversation-window.ts";
import { getJson, RequestFailed } from "./get-json.ts";
import { chatKeys } from "./queries.ts";

const loadPageSchema = async () =>
  (await import("@/lib/contracts/public/conversation.ts")).MessagePage;

export function useOlderMessages(conversationId: string) {
  const client = useQueryClient();
  const key = chatKeys.detail(conversationId);
  const detail = () => client.getQueryData<ConversationDetail>(key);
  const { mutate, mutateAsync, isPending, isError, variables } = useMutation<
    void,
    Error,
    string | null
  >({
    /** @param through null for one page */
    mutationFn: async (through) => {
      for (;;) {
        const now = detail();
        const before = now?.messages[0]?.id;
        if (!before || !now.hasOlder || has(now, through)) return;
        const query = new URLSearchParams({ before, ...(through !== null && { through }) });
        const path = `/api/conversations/${conversationId}/messages?${query}`;
        const page = await getJson(loadPageSchema, path);
        client.setQueryData<ConversationDetail>(
          key,
          (known) => known && withOlder(known, before, page),
        );
        if (through === null) return;
      }
    },
    // What this tab has is not shown any more: another version was chosen elsewhere.
    onError: (error) => {
      const isElsewhere = error instanceof RequestFailed && error.code === "not-found";
      if (isElsewhere) void client.invalidateQueries({ queryKey: key });
    },
  });
  useNewestPageOnly(conversationId);
  return {
    loadPage: useCallback(() => mutate(null), [mutate]),
    /** @returns false where the conversation has no such message, or it cannot be read */
    reach: useCallback(
      (messageId: string): Promise<boolean> => {
        const isThere = () => has(client.getQueryData(chatKeys.detail(conversationId)), messageId);
        return mutateAsync(messageId).then(isThere, () => false);
      },
      [client, conversationId, mutateAsync],
    ),
    isLoading: isPending,
    hasFailed: isError && variables === null,
  };
}

function has(detail: ConversationDetail | undefined, messageId: string | null): boolean {
  return messageId !== null && (detail?.messages.some(({ id }) => id === messageId) ?? false);
}

/** When the conversation is left, what was loaded of it is left, too. */
function useNewestPageOnly(conversationId: string): void {
  const client = useQueryClient();
  useEffect(
    () => () => {
      const key = chatKeys.detail(conversationId);
      const { data, status, dataUpdatedAt } = client.getQueryState<ConversationDetail>(key) ?? {};
      // One that is gone stays gone: data would take its error away.
      if (!data || status === "error") return;
      const newest = newestPage(data);
      if (newest !== data) client.setQueryData(key, newest, { updatedAt: dataUpdatedAt });
    },
    [client, conversationId],
  );
}

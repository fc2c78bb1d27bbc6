"use client";
/** The link to a copy of a conversation: what there is, and the acts that make, renew and revoke it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ShareLink, ShareState } from "@/lib/contracts/public/share/share-link.ts";
import * as text from "@/lib/messages/share.ts";
import { useChat } from "../chat-context.tsx";
import { getJson, RequestFailed } from "./get-json.ts";

const keyOf = (conversationId: string) => ["share", conversationId] as const;

const loadSchema = async () =>
  (await import("@/lib/contracts/public/share/share-link.ts")).ShareState;

export function useShare(conversationId: string) {
  const { share, revokeShare } = useChat();
  const client = useQueryClient();
  const key = keyOf(conversationId);
  const state = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      getJson(loadSchema, `/api/conversations/${conversationId}/share`, signal),
    staleTime: 0,
    retry: false,
  });
  const setLink = (link: ShareLink | null) =>
    client.setQueryData<ShareState>(key, (now) => now && { ...now, link });
  const making = useMutation<ShareLink, RequestFailed, boolean>({
    mutationFn: async (isNamed) => {
      const result = await share({ conversationId, isNamed }).catch(() => null);
      if (result === null) throw new RequestFailed("unreachable", text.unreachable());
      if (!result.ok) throw new RequestFailed(result.reason, result.message);
      return result.link;
    },
    onSuccess: setLink,
  });
  const revoking = useMutation<void, RequestFailed, string>({
    mutationFn: async (shareLinkId) => {
      const result = await revokeShare({ shareLinkId }).catch(() => null);
      if (result === null) throw new RequestFailed("unreachable", text.unreachable());
      if (!result.ok) throw new RequestFailed(result.reason, result.message);
    },
    onSuccess: () => setLink(null),
  });
  return { state, making, revoking };
}

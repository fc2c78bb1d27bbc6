"use client";
/** The two reads of the chat, through React Query, and the keys under which they are kept. */
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { ConversationDetail, ConversationList } from "@/lib/contracts/public/conversation.ts";
import { getJson, RequestFailed } from "./get-json.ts";
import { hasNewsSincePage } from "./tab-news.ts";

export const chatKeys = {
  list: () => ["conversations"] as const,
  looks: () => ["looks"] as const,
  details: () => ["conversation"] as const,
  passage: (attachmentId: string, passage: number) => ["passage", attachmentId, passage] as const,
  detail: (conversationId: string) => [...chatKeys.details(), conversationId] as const,
};

const FRESH_MS = 5_000;

const loadSchemas = () => import("@/lib/contracts/public/conversation.ts");
const loadListSchema = async () => (await loadSchemas()).ConversationList;
const loadDetailSchema = async () => (await loadSchemas()).ConversationDetail;

export function useConversationList(seed: ConversationList) {
  return useQuery({
    queryKey: chatKeys.list(),
    queryFn: ({ signal }) => getJson(loadListSchema, "/api/conversations", signal),
    initialData: seed,
    initialDataUpdatedAt: seededAt,
    staleTime: FRESH_MS,
    retry: retryUnlessRefused,
  });
}

/** @param conversationId null for a conversation that does not exist yet */
export function useConversationDetail(
  conversationId: string | null,
  seed: ConversationDetail | null,
) {
  const isSeed = seed !== null && seed.conversation.id === conversationId;
  return useQuery({
    ...detailQuery(conversationId ?? ""),
    enabled: conversationId !== null,
    initialData: isSeed ? seed : undefined,
    initialDataUpdatedAt: seededAt,
  });
}

/** Treats the page's data as stale if another tab changed a conversation since. */
const seededAt = () => (hasNewsSincePage() ? 0 : Date.now());

function detailQuery(conversationId: string) {
  return queryOptions({
    queryKey: chatKeys.detail(conversationId),
    queryFn: ({ signal }) =>
      getJson(loadDetailSchema, `/api/conversations/${conversationId}`, signal),
    staleTime: FRESH_MS,
    retry: retryUnlessRefused,
  });
}

/** Prefetches a conversation that the person is likely to open. */
export function prefetchDetail(client: QueryClient, conversationId: string): void {
  void client.prefetchQuery(detailQuery(conversationId));
}

function retryUnlessRefused(count: number, error: Error): boolean {
  const isPassing =
    !(error instanceof RequestFailed) || error.code === "unreachable" || error.code === "internal";
  return isPassing && count < 2;
}

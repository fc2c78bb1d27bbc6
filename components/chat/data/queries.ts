"use client";
/** The two reads of the chat, through React Query, and the keys under which they are kept. */
import {
  type InfiniteData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import type { ConversationDetail } from "@/lib/contracts/public/conversation.ts";
import type { ConversationList } from "@/lib/contracts/public/organise/conversation-list.ts";
import { getJson, RequestFailed } from "./get-json.ts";
import { hasNewsSincePage } from "./tab-news.ts";

export const chatKeys = {
  lists: () => ["conversations"] as const,
  list: (isArchived: boolean) => [...chatKeys.lists(), isArchived] as const,
  looks: () => ["looks"] as const,
  details: () => ["conversation"] as const,
  passage: (attachmentId: string, passage: number) => ["passage", attachmentId, passage] as const,
  document: (attachmentId: string) => ["document", attachmentId] as const,
  preview: (attachmentId: string) => ["preview", attachmentId] as const,
  files: (conversationId: string) => ["files", conversationId] as const,
  detail: (conversationId: string) => [...chatKeys.details(), conversationId] as const,
};

const FRESH_MS = 5_000;

const loadSchemas = () => import("@/lib/contracts/public/conversation.ts");
const loadListSchema = async () =>
  (await import("@/lib/contracts/public/organise/conversation-list.ts")).ConversationList;
const loadDetailSchema = async () => (await loadSchemas()).ConversationDetail;

/** How often the list is read again, for what happens elsewhere: while an answer is being written, and otherwise. */
const RUNNING_LIST_MS = 2_000;
const IDLE_LIST_MS = 15_000;

export type ListPages = InfiniteData<ConversationList, string | null>;

/** @param seed the first part, as the page was rendered with it; null for the archive */
export function useConversationList(seed: ConversationList | null) {
  return useInfiniteQuery({
    queryKey: chatKeys.list(seed === null),
    queryFn: ({ signal, pageParam }) =>
      getJson(loadListSchema, listAddress(seed === null, pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ConversationList) => last.next,
    initialData: seed ? { pages: [seed], pageParams: [null] } : undefined,
    initialDataUpdatedAt: seededAt,
    staleTime: FRESH_MS,
    retry: retryUnlessRefused,
    refetchInterval: ({ state }) => (isAnyRunning(state.data) ? RUNNING_LIST_MS : IDLE_LIST_MS),
    refetchIntervalInBackground: true,
  });
}

function listAddress(isArchived: boolean, after: string | null): string {
  const query = new URLSearchParams();
  if (isArchived) query.set("archived", "1");
  if (after !== null) query.set("after", after);
  return `/api/conversations?${query}`;
}

function isAnyRunning(data: ListPages | undefined): boolean {
  return (data?.pages ?? []).some(({ conversations }) =>
    conversations.some(({ state }) => state === "running"),
  );
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

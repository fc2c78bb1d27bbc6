/** The two reads of the chat, through React Query, and the keys under which they are kept. */
"use client";
import {
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { ConversationDetail } from "@/lib/contracts/public/conversation.ts";
import type { ConversationList } from "@/lib/contracts/public/organise/conversation-list.ts";
import { knownPart, withReading } from "./conversation-window.ts";
import { getJson, RequestFailed } from "./get-json.ts";
import { pollList, useIsVisible } from "./poll-list.ts";
import { hasNewsSincePage } from "./tab-news.ts";

/** All that are in no folder, those of the archive, or those of the folder with this id. */
export type ListScope = "recent" | "archive" | (string & {});

export const chatKeys = {
  lists: () => ["conversations"] as const,
  list: (scope: ListScope) => [...chatKeys.lists(), scope] as const,
  search: (words: string) => ["search", words] as const,
  places: (conversationId: string, words: string, version: string) =>
    ["places", conversationId, words, version] as const,
  looks: () => ["looks"] as const,
  part: (name: string) => ["part", name] as const,
  details: () => ["conversation"] as const,
  passage: (attachmentId: string, passage: number) => ["passage", attachmentId, passage] as const,
  document: (attachmentId: string) => ["document", attachmentId] as const,
  preview: (attachmentId: string, encoding: string | null) =>
    ["preview", attachmentId, encoding] as const,
  approval: (approvalId: string) => ["approval", approvalId] as const,
  files: (conversationId: string) => ["files", conversationId] as const,
  detail: (conversationId: string) => [...chatKeys.details(), conversationId] as const,
};

const FRESH_MS = 5_000;

const loadSchemas = () => import("@/lib/contracts/public/conversation.ts");
const loadListSchema = async () =>
  (await import("@/lib/contracts/public/organise/conversation-list.ts")).ConversationList;
const loadDetailSchema = async () => (await loadSchemas()).ConversationDetail;

/**
 * @param seed the first part of `recent`, as the page was rendered with it
 * @param polls reads it again and again; of `recent`, one component does so for all
 */
export function useConversationList(
  scope: ListScope,
  seed: ConversationList | null = null,
  polls = scope !== "recent",
) {
  const client = useQueryClient();
  const isVisible = useIsVisible();
  return useInfiniteQuery({
    queryKey: chatKeys.list(scope),
    queryFn: async ({ signal, pageParam }) => {
      const list = await getJson(loadListSchema, listAddress(scope, pageParam), signal);
      keepTitles(client, list);
      return list;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: ConversationList) => last.next,
    initialData: seed ? { pages: [seed], pageParams: [null] } : undefined,
    initialDataUpdatedAt: seededAt,
    staleTime: FRESH_MS,
    retry: retryUnlessRefused,
    ...pollList(polls, isVisible),
  });
}

function listAddress(scope: ListScope, after: string | null): string {
  const query = new URLSearchParams();
  if (scope === "archive") query.set("archived", "1");
  else if (scope !== "recent") query.set("folder", scope);
  if (after !== null) query.set("after", after);
  return `/api/conversations?${query}`;
}

/** A title that changed elsewhere, or that the model gave, is shown above the conversation, too. */
function keepTitles(client: QueryClient, { conversations }: ConversationList): void {
  for (const { id, title } of conversations)
    client.setQueryData<ConversationDetail>(chatKeys.detail(id), (detail) =>
      detail && detail.conversation.title !== title
        ? { ...detail, conversation: { ...detail.conversation, title } }
        : detail,
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
    queryFn: async ({ client, queryKey, signal }) => {
      const known = () => client.getQueryData<ConversationDetail>(queryKey);
      const path = `/api/conversations/${conversationId}${knownPart(known())}`;
      const read = await getJson(loadDetailSchema, path, signal);
      return withReading(known(), read);
    },
    staleTime: FRESH_MS,
    retry: retryUnlessRefused,
  });
}

/** Prefetches a conversation that the person is likely to open. */
export function prefetchDetail(client: QueryClient, conversationId: string): void {
  void client.prefetchQuery(detailQuery(conversationId));
}

/** Codes of what may be over in a second, such as a database that starts again. */
const PASSING: ReadonlySet<string> = new Set(["unreachable", "unavailable", "internal"]);

function retryUnlessRefused(count: number, error: Error): boolean {
  return (!(error instanceof RequestFailed) || PASSING.has(error.code)) && count < 2;
}

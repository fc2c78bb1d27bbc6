/** Reads the tree of a run's conversation, and makes its branches. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { ConversationTree } from "@/lib/contracts/inspector/conversation/conversation-tree.ts";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { fetchInspected } from "../../fetch-inspected.ts";
import { inspectorKeys } from "../../inspector-keys.ts";
import { buildTree, listBranches } from "./build-tree.ts";

type Run = Pick<InspectedRun, "id" | "status">;

/** @param isWanted where false, nothing is read: the tree comes once another part of the page has read it */
export function useConversationTree({ id, status }: Run, isWanted: boolean) {
  return useQuery({
    enabled: isWanted,
    // A new version begins with a run; that of another one is seen when the page is opened again.
    queryKey: inspectorKeys.tree(id, status),
    queryFn: ({ signal }) => fetchInspected(ConversationTree, `/api/admin/runs/${id}/tree`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    select: toBranches,
  });
}

function toBranches({ messages, messageCount }: ConversationTree) {
  const tree = buildTree(messages);
  return { tree, branches: listBranches(tree), left: messageCount - messages.length };
}

/** The versions of a conversation's messages as nested stretches, and its branches by number. */
"use client";
import {
  ConversationTree,
  type TreeMessage,
} from "@/lib/contracts/inspector/run/conversation-tree.ts";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { useInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";

/** Messages of which there is one version each, and the versions in which the conversation goes on behind them. */
export type Stretch = {
  messages: TreeMessage[];
  /** Empty where the branch ends. */
  versions: Stretch[];
};

export type Branch = {
  /** From 1, in the order of the tree. */
  number: number;
  /** The newest run on it; null where nothing was answered. */
  runId: string | null;
  /** The first words by which it differs from the branch before it; empty where they are masked. */
  words: string;
  shown: boolean;
  /** Whether the inspected run is on it. */
  isOfRun: boolean;
};

/** @param messages in the order in which they were written; those whose parent is not among them come first */
export function buildTree(messages: readonly TreeMessage[]): Stretch {
  const known = new Set(messages.map(({ id }) => id));
  const parentOf = ({ parentId }: TreeMessage) =>
    parentId !== null && known.has(parentId) ? parentId : null;
  const children = Map.groupBy(messages, parentOf);
  return stretchFrom(children.get(null) ?? [], children);
}

function stretchFrom(
  first: readonly TreeMessage[],
  children: ReadonlyMap<string | null, readonly TreeMessage[]>,
): Stretch {
  const stretch: Stretch = { messages: [], versions: [] };
  let next = versionsIn(first);
  while (next.length === 1) {
    const [parts = []] = next;
    stretch.messages.push(...parts);
    next = versionsIn(childrenOf(parts, children));
  }
  stretch.versions = next.map((parts) => {
    const rest = stretchFrom(childrenOf(parts, children), children);
    return { messages: [...parts, ...rest.messages], versions: rest.versions };
  });
  return stretch;
}

function childrenOf(
  parts: readonly TreeMessage[],
  children: ReadonlyMap<string | null, readonly TreeMessage[]>,
): TreeMessage[] {
  return parts.flatMap(({ id }) => children.get(id) ?? []);
}

/** The versions of one message in order; each is an answer with those that continue it. */
function versionsIn(siblings: readonly TreeMessage[]): TreeMessage[][] {
  const numbered = Map.groupBy(siblings, ({ version }) => version);
  return [...numbered.entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([, parts]) =>
      parts.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
    );
}

/** The branches: one for each end of the tree. */
export function listBranches(tree: Stretch): Branch[] {
  const branches: Branch[] = [];
  walk(tree, []);
  return branches;

  function walk({ messages, versions }: Stretch, before: readonly TreeMessage[]) {
    const path = [...before, ...messages];
    if (versions.length > 0) {
      for (const version of versions) walk(version, path);
      return;
    }
    const last = path.at(-1);
    if (!last) return;
    branches.push({
      number: branches.length + 1,
      runId: path.findLast(({ run }) => run !== null)?.run?.id ?? null,
      words: messages.find(({ words }) => words !== "")?.words ?? "",
      shown: last.shown,
      isOfRun: last.onBranch,
    });
  }
}

type Run = Pick<InspectedRun, "id" | "status">;

/** @param isWanted where false, nothing is read: the tree comes once another part of the page has read it */
export function useConversationTree({ id, status }: Run, isWanted: boolean) {
  // A new version begins with a run; that of another one is seen when the page is opened again.
  const key = inspectorKeys.tree(id, status);
  return useInspected(key, ConversationTree, `/api/admin/runs/${id}/tree`, {
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    select: toBranches,
  });
}

function toBranches({ messages, messageCount }: ConversationTree) {
  const tree = buildTree(messages);
  return { tree, branches: listBranches(tree), left: messageCount - messages.length };
}

/** The rows of the list, of the archive, or of one folder. They go on as one scrolls. */
"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import type {
  ConversationList,
  ListedConversation,
} from "@/lib/contracts/public/organise/conversation-list.ts";
import * as text from "@/lib/messages/chat.ts";
import { type ListScope, useConversationList } from "../../data/queries.ts";
import { ConversationRow } from "./conversation-row.tsx";

const DAY_MS = 86_400_000;
const PERIODS = [
  { fromDaysAgo: 0, heading: text.today },
  { fromDaysAgo: 1, heading: text.yesterday },
  { fromDaysAgo: 7, heading: () => text.previousDays({ days: 7 }) },
  { fromDaysAgo: 30, heading: () => text.previousDays({ days: 30 }) },
] as const;

type ListRowsProps = {
  scope: ListScope;
  seed?: ConversationList | null;
  /** Midnight in UTC, until the browser has computed its own. */
  todayStartMs: number;
  empty: string;
  /** Stands below the pinned ones. */
  folders?: ReactNode;
};

export function ListRows({ scope, seed, todayStartMs, empty, folders }: ListRowsProps) {
  const list = useConversationList(scope, seed ?? null);
  const { data, isPending } = list;
  const [today, setToday] = useState<Today>({ startMs: todayStartMs, timeZone: "UTC" });
  useEffect(() => setToday({ startMs: new Date().setHours(0, 0, 0, 0) }), []);
  const conversations = data?.pages.flatMap((page) => page.conversations) ?? [];
  const groups = groupByDay(conversations, today);
  const isPinned = (group: (typeof groups)[number]) => group.conversations[0]?.isPinned ?? false;
  const section = ({ heading, conversations: own }: (typeof groups)[number]) => (
    <section key={heading} aria-label={heading}>
      <h2 className="sticky top-0 z-10 bg-pane px-2 pt-3 pb-1 text-xs text-faint">{heading}</h2>
      <ul>
        {own.map((conversation) => (
          <ConversationRow key={conversation.id} conversation={conversation} />
        ))}
      </ul>
    </section>
  );
  return (
    <>
      <Stale list={list} />
      {groups.filter(isPinned).map(section)}
      {folders}
      {groups.length === 0 && !isPending && <p className="px-2 py-3 text-xs text-faint">{empty}</p>}
      {groups.filter((group) => !isPinned(group)).map(section)}
      <More list={list} />
    </>
  );
}

export function FolderRows({ folderId, name }: { folderId: string; name: string }) {
  const list = useConversationList(folderId);
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? [];
  return (
    <div className="ms-2.5 border-s ps-1.5">
      <Stale list={list} />
      {conversations.length === 0 && !list.isPending && (
        <p className="px-2 py-1.5 text-xs text-faint">{text.folderEmpty()}</p>
      )}
      <ul aria-label={name}>
        {conversations.map((conversation) => (
          <ConversationRow key={conversation.id} conversation={conversation} />
        ))}
      </ul>
      <More list={list} />
    </div>
  );
}

type List = ReturnType<typeof useConversationList>;

function Stale({ list }: { list: List }) {
  if (!list.isError) return null;
  return (
    <div className="px-2 py-3 text-xs text-soft">
      {text.listStale()}
      <Button size="sm" className="-ms-0.5" onClick={() => void list.refetch()}>
        {text.tryAgain()}
      </Button>
    </div>
  );
}

/**
 * Asks for the next part when it comes into view; by a press where it does not. It looks anew behind each request, since one
 * that was cancelled or failed has not moved it, and an observer tells only of what moves.
 */
function More({ list }: { list: List }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, fetchNextPage, isFetching, isError } = list;
  const mayAsk = hasNextPage && !isFetching && !isError;
  useEffect(() => {
    const { current } = end;
    if (!current || !mayAsk) return;
    const observer = new IntersectionObserver(
      (entries) => entries.at(-1)?.isIntersecting && void fetchNextPage(),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [mayAsk, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="px-2 pt-2">
      <Button size="sm" onClick={() => void fetchNextPage()}>
        {text.moreConversations()}
      </Button>
    </div>
  );
}

/** `timeZone` absent: the person's, which their browser knows. */
type Today = { startMs: number; timeZone?: string };

type DayGroup = { heading: string; conversations: ListedConversation[] };

/**
 * Groups conversations: pinned ones first, the others by the day of their last change. Pure.
 * @param conversations newest first; one that comes twice is shown once
 * @param today begins at midnight in its time zone
 */
export function groupByDay(conversations: readonly ListedConversation[], today: Today): DayGroup[] {
  const groups = new Map<string, ListedConversation[]>();
  const seen = new Set<string>();
  const pinnedFirst = conversations.toSorted(
    (one, other) => Number(other.isPinned) - Number(one.isPinned),
  );
  for (const conversation of pinnedFirst) {
    if (seen.has(conversation.id)) continue;
    seen.add(conversation.id);
    const heading = headingOf(conversation, today);
    groups.set(heading, [...(groups.get(heading) ?? []), conversation]);
  }
  return [...groups].map(([heading, conversations]) => ({ heading, conversations }));
}

function headingOf(
  { isPinned, updatedAt }: ListedConversation,
  { startMs, timeZone }: Today,
): string {
  if (isPinned) return text.pinned();
  const atMs = Date.parse(updatedAt);
  const monthsAgo = new Date(updatedAt).toLocaleDateString("en", {
    month: "long",
    year: "numeric",
    timeZone,
  });
  const found = PERIODS.find(({ fromDaysAgo }) => atMs >= startMs - fromDaysAgo * DAY_MS);
  return found ? found.heading() : monthsAgo;
}

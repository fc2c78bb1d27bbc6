"use client";
/** The person's conversations: pinned ones, then newest first. The list goes on as one scrolls. */
import { Archive } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import type {
  ConversationList as List,
  ListedConversation,
} from "@/lib/contracts/public/organise/conversation-list.ts";
import * as text from "@/lib/messages/chat.ts";
import { useConversationList } from "../data/queries.ts";
import { useOrganise } from "../data/use-organise.ts";
import { goTo } from "../place-link.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import { groupByDay } from "./group-by-day.ts";
import { UndoBar } from "./undo-bar.tsx";

type ConversationListProps = {
  seed: List;
  currentId: string | null;
  /** Midnight in UTC, until the browser has computed its own. */
  todayStartMs: number;
  onGo: () => void;
};

export function ConversationList({ seed, currentId, todayStartMs, onGo }: ConversationListProps) {
  const [showsArchive, setShowsArchive] = useState(false);
  const [deleted, setDeleted] = useState<ListedConversation | null>(null);
  const organising = useOrganise();
  const remove = (conversation: ListedConversation) => {
    const { id } = conversation;
    organising.mutate({ conversationIds: [id], change: { to: "deleted" } });
    setDeleted(conversation);
    if (id === currentId) goTo("/");
  };
  const undo = () => {
    if (!deleted) return;
    organising.mutate({ conversationIds: [deleted.id], change: { to: "undeleted" } });
    setDeleted(null);
  };
  const rows = { currentId, todayStartMs, onGo, onDelete: remove };
  return (
    <>
      <nav
        aria-label={showsArchive ? text.archivedConversations() : text.conversations()}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3"
      >
        {showsArchive ? (
          <Rows key="archive" seed={null} {...rows} />
        ) : (
          <Rows key="list" seed={seed} {...rows} />
        )}
      </nav>
      <div role="alert" className="px-3 text-xs text-danger empty:hidden">
        {organising.error?.message}
      </div>
      {deleted && (
        <UndoBar
          key={deleted.id}
          title={deleted.title}
          onUndo={undo}
          onOver={() => setDeleted(null)}
        />
      )}
      <div className="px-2 pb-1">
        <Button
          size="sm"
          aria-pressed={showsArchive}
          className="w-full justify-start text-faint aria-pressed:text-ink"
          onClick={() => setShowsArchive(!showsArchive)}
        >
          <Archive className="size-3.5" strokeWidth={1.6} aria-hidden="true" />
          {showsArchive ? text.backToConversations() : text.archivedConversations()}
        </Button>
      </div>
    </>
  );
}

type RowsProps = Omit<ConversationListProps, "seed"> & {
  seed: List | null;
  onDelete: (conversation: ListedConversation) => void;
};

function Rows({ seed, currentId, todayStartMs, onGo, onDelete }: RowsProps) {
  const list = useConversationList(seed);
  const { data, isError, isPending, refetch, hasNextPage, fetchNextPage } = list;
  const [startOfDay, setStartOfDay] = useState(todayStartMs);
  useEffect(() => setStartOfDay(new Date().setHours(0, 0, 0, 0)), []);
  const conversations = data?.pages.flatMap((page) => page.conversations) ?? [];
  const groups = groupByDay(conversations, startOfDay);
  return (
    <>
      {isError && (
        <div className="px-2 py-3 text-xs text-soft">
          {text.listStale()}
          <Button size="sm" className="-ml-0.5" onClick={() => void refetch()}>
            {text.tryAgain()}
          </Button>
        </div>
      )}
      {groups.length === 0 && !isPending && (
        <p className="px-2 py-3 text-xs text-faint">
          {seed ? text.listEmpty() : text.archiveEmpty()}
        </p>
      )}
      {groups.map(({ heading, conversations }) => (
        <section key={heading} aria-label={heading}>
          <h2 className="sticky top-0 z-10 bg-pane px-2 pt-3 pb-1 text-xs text-faint">{heading}</h2>
          <ul>
            {conversations.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                isCurrent={conversation.id === currentId}
                isArchived={seed === null}
                onGo={onGo}
                onDelete={onDelete}
              />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && <MoreRows count={conversations.length} onMore={() => void fetchNextPage()} />}
    </>
  );
}

/** Asks for the next part when it comes into view; by a press where it does not. */
function MoreRows({ count, onMore }: { count: number; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const ask = useRef(onMore);
  useEffect(() => {
    ask.current = onMore;
  });
  useEffect(() => {
    const { current } = end;
    if (!current || count === 0) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && ask.current());
    observer.observe(current);
    return () => observer.disconnect();
  }, [count]);
  return (
    <div ref={end} className="px-2 pt-2">
      <Button size="sm" onClick={onMore}>
        {text.moreConversations()}
      </Button>
    </div>
  );
}

"use client";
/** My conversations, newest first. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { ConversationList as List, PublicConversation } from "@/lib/contracts/conversation.ts";
import { prefetchDetail, useConversationList } from "../data/queries.ts";
import { PlaceLink } from "../place-link.tsx";
import { groupByDay } from "./day-groups.ts";

type ConversationListProps = {
  seed: List;
  currentId: string | null;
  /** When today began for the server; the browser knows better once it is there. */
  todayStartMs: number;
  onGo: () => void;
};

export function ConversationList({ seed, currentId, todayStartMs, onGo }: ConversationListProps) {
  const { data, isError, refetch } = useConversationList(seed);
  const [startOfDay, setStartOfDay] = useState(todayStartMs);
  useEffect(() => setStartOfDay(new Date().setHours(0, 0, 0, 0)), []);
  const groups = groupByDay(data.conversations, startOfDay);
  return (
    <nav
      aria-label="Conversations"
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3"
    >
      {isError && (
        <div className="px-2 py-3 text-xs text-soft">
          The list may be out of date.
          <Button size="sm" className="-ml-0.5" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {groups.length === 0 && (
        <p className="px-2 py-3 text-xs text-faint">Your conversations will be listed here.</p>
      )}
      {groups.map(({ heading, conversations }) => (
        <section key={heading} aria-label={heading}>
          <h2 className="sticky top-0 z-10 bg-pane px-2 pt-3 pb-1 text-xs text-faint">{heading}</h2>
          <ul>
            {conversations.map((conversation) => (
              <Entry
                key={conversation.id}
                conversation={conversation}
                isCurrent={conversation.id === currentId}
                onGo={onGo}
              />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

type EntryProps = { conversation: PublicConversation; isCurrent: boolean; onGo: () => void };

function Entry({ conversation: { id, title }, isCurrent, onGo }: EntryProps) {
  const client = useQueryClient();
  return (
    <li>
      <PlaceLink
        href={`/c/${id}`}
        aria-current={isCurrent ? "page" : undefined}
        title={title}
        onClick={onGo}
        onPointerEnter={() => prefetchDetail(client, id)}
        className={cn(
          "relative block truncate rounded-md px-2 py-1.5 focus-visible:-outline-offset-2",
          isCurrent
            ? "bg-pressed text-ink before:absolute before:inset-y-2 before:left-0 before:w-[2px] before:rounded-full before:bg-accent"
            : "text-soft hover:bg-hover hover:text-ink",
        )}
      >
        {title}
      </PlaceLink>
    </li>
  );
}

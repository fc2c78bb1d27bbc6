"use client";
/** The person's conversations, newest first. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import type {
  ConversationList as List,
  PublicConversation,
} from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import { prefetchDetail, useConversationList } from "../data/queries.ts";
import { PlaceLink } from "../place-link.tsx";

type ConversationListProps = {
  seed: List;
  currentId: string | null;
  /** Midnight in UTC, until the browser has computed its own. */
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
      aria-label={text.conversations()}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3"
    >
      {isError && (
        <div className="px-2 py-3 text-xs text-soft">
          {text.listStale()}
          <Button size="sm" className="-ml-0.5" onClick={() => void refetch()}>
            {text.tryAgain()}
          </Button>
        </div>
      )}
      {groups.length === 0 && <p className="px-2 py-3 text-xs text-faint">{text.listEmpty()}</p>}
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

type DayGroup = { heading: string; conversations: PublicConversation[] };

const DAY_MS = 86_400_000;
const PERIODS = [
  { fromDaysAgo: 0, heading: text.today },
  { fromDaysAgo: 1, heading: text.yesterday },
  { fromDaysAgo: 7, heading: () => text.previousDays({ days: 7 }) },
  { fromDaysAgo: 30, heading: () => text.previousDays({ days: 30 }) },
] as const;

/**
 * Groups conversations by the day of their last change, each group with a heading.
 * @param conversations newest first
 * @param todayStartMs midnight in the person's time zone
 */
export function groupByDay(
  conversations: readonly PublicConversation[],
  todayStartMs: number,
): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const conversation of conversations) {
    const heading = headingOf(Date.parse(conversation.updatedAt), todayStartMs);
    const last = groups.at(-1);
    if (last?.heading === heading) last.conversations.push(conversation);
    else groups.push({ heading, conversations: [conversation] });
  }
  return groups;
}

function headingOf(atMs: number, todayStartMs: number): string {
  const found = PERIODS.find(({ fromDaysAgo }) => atMs >= todayStartMs - fromDaysAgo * DAY_MS);
  return (found?.heading ?? text.older)();
}

/** The messages of a log that are loaded, and the way to older ones. */
"use client";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ShowsAnyway } from "@/components/ui/markdown/bounds/shows-anyway.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import type { PublicMessage } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import type { useOlderMessages } from "../../data/use-older-messages.ts";
import type { OnDecide } from "../../data/use-turns.ts";
import { Answer } from "../answer.tsx";
import { UserMessage, type UserMessageProps } from "../user-message.tsx";
import { createDistanceWatch } from "./distance-watch.ts";
import { KeepPlace } from "./keep-place.tsx";
import { LogItem } from "./log-item.tsx";

export type MessageListProps = {
  conversationId: string;
  messages: readonly PublicMessage[];
  hasOlder: boolean;
  older: ReturnType<typeof useOlderMessages>;
  /** A message that somebody is being led to. */
  wantedId: string | null;
  isReplacing: boolean;
  isBusy: boolean;
  findLog: () => HTMLElement | null;
  onRetry: (answerMessageId: string) => void;
  onContinue: (answerMessageId: string) => void;
  onDecide: OnDecide;
  onEdit: UserMessageProps["onEdit"];
  onChoose: (messageId: string) => void;
};

/** The newest are always drawn: they are visible soon, or still growing. */
const KEPT_COUNT = 4;
/** How many messages around one far up are drawn at once when it is shown. */
const AROUND_COUNT = 10;

export function MessageList(props: MessageListProps) {
  const { conversationId, messages, hasOlder, older, wantedId, findLog } = props;
  const { isBusy, isReplacing, onRetry, onContinue, onDecide, onEdit, onChoose } = props;
  const [watch] = useState(createDistanceWatch);
  const wanted = messages.findIndex(({ id }) => id === wantedId);
  const start = useFirstShown(messages, wanted >= 0);
  const isFirstPage = useIsFirst();
  const firstFormOf = (index: number) => {
    if (wanted >= 0 && Math.abs(index - wanted) > AROUND_COUNT) return "far";
    return isFirstPage ? "waiting" : "drawn";
  };
  const firstId = messages[start]?.id;
  return (
    <KeepPlace firstId={firstId} findLog={findLog}>
      {(hasOlder || start > 0) && (
        <OlderMessages
          firstId={firstId}
          isLoading={older.isLoading || start > 0}
          hasFailed={older.hasFailed}
          findLog={findLog}
          onWanted={older.loadPage}
        />
      )}
      {messages.slice(start).map((message, offset) => (
        <LogItem
          key={message.id}
          message={message}
          watch={watch}
          first={firstFormOf(start + offset)}
          isKept={start + offset >= messages.length - KEPT_COUNT}
        >
          <ShowsAnyway text={message.content} article={message.role === "user" ? ASKED : ANSWER}>
            {message.role === "user" ? (
              <UserMessage
                message={message}
                decision={decisionOf(message, messages[start + offset - 1])}
                isBusy={isBusy}
                onEdit={onEdit}
                onChoose={onChoose}
              />
            ) : (
              <Answer
                conversationId={conversationId}
                message={message}
                isReplacing={isReplacing}
                isBusy={isBusy}
                onRetry={onRetry}
                onContinue={onContinue}
                onDecide={onDecide}
                onChoose={onChoose}
              />
            )}
          </ShowsAnyway>
          {message.forgotten && <MemoryExpired />}
        </LogItem>
      ))}
    </KeepPlace>
  );
}

/** A line between what is forgotten and what came then. It is the product's, and no model reads or wrote it. */
function MemoryExpired() {
  return (
    <div className="mt-8">
      <Notice>{text.memoryExpired()}</Notice>
    </div>
  );
}

/** A message of which nothing but its words can be shown. */
const ASKED = { label: text.you(), className: "message-asked" };
const ANSWER = { label: text.assistant(), className: "message-answer" };

/** True until the page has been shown once. */
function useIsFirst(): boolean {
  const isFirst = useRef(true);
  useEffect(() => {
    isFirst.current = false;
  }, []);
  return isFirst.current;
}

/**
 * @returns the decision in a word; null for any other message. The question itself stands in its box, right above, and
 *   is not said again.
 */
function decisionOf(message: PublicMessage, before: PublicMessage | undefined): string | null {
  for (const { question } of before?.approvals ?? []) {
    if (message.content === text.approveQuestion({ question })) return text.approve();
    if (message.content === text.declineQuestion({ question })) return text.decline();
  }
  return null;
}

const AT_ONCE = 4;

/**
 * @param isAll everything is to be shown at once
 * @returns the index of the first message to show
 */
function useFirstShown(messages: readonly PublicMessage[], isAll: boolean): number {
  const [firstId, setFirstId] = useState(messages[0]?.id);
  const found = messages.findIndex(({ id }) => id === firstId);
  const start = isAll || found < 0 ? 0 : found;
  const nextId = messages[Math.max(0, start - AT_ONCE)]?.id;
  useEffect(() => {
    if (nextId === firstId) return undefined;
    const frame = requestAnimationFrame(() => setFirstId(nextId));
    return () => cancelAnimationFrame(frame);
  }, [nextId, firstId]);
  return start;
}

type OlderMessagesProps = {
  /** Changes when messages have come in above. */
  firstId: string | undefined;
  isLoading: boolean;
  hasFailed: boolean;
  findLog: () => HTMLElement | null;
  onWanted: () => void;
};

/** How near to the upper end the next page is read, in heights of the log. */
const EARLY_PERCENT = 300;

/** The upper end of what is loaded. Older messages are read before the person reaches it. */
function OlderMessages(props: OlderMessagesProps) {
  const { firstId, isLoading, hasFailed, findLog, onWanted } = props;
  const place = useRef<HTMLDivElement>(null);
  const isReady = !isLoading && !hasFailed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where a page was not enough, the next one is wanted
  useEffect(() => {
    const { current } = place;
    if (!current || !isReady) return undefined;
    // Several may come at once where the browser was busy. The newest says where the end is now.
    const onEntries = (entries: IntersectionObserverEntry[]) => {
      if (entries.at(-1)?.isIntersecting) onWanted();
    };
    const observer = new IntersectionObserver(onEntries, {
      root: findLog(),
      rootMargin: [`${EARLY_PERCENT}%`, "0px", "0px"].join(" "),
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [firstId, isReady, findLog, onWanted]);
  return (
    <div ref={place} className="flex h-12 items-center justify-center gap-3 text-xs text-faint">
      {hasFailed && <span role="alert">{text.olderUnreachable()}</span>}
      <Button
        look="outline"
        size="sm"
        aria-disabled={isLoading}
        onClick={() => !isLoading && onWanted()}
      >
        {isLoading ? text.loadingOlder() : text.showOlder()}
      </Button>
    </div>
  );
}

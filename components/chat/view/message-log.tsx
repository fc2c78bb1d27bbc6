"use client";
/**
 * The messages in order. It stays at the newest line until the person scrolls away. Older ones come in above as they are
 * needed, and what is far from the screen takes little.
 */
import { ArrowDown } from "lucide-react";
import { Fragment, useCallback, useEffect } from "react";
import { useStickToBottom } from "use-stick-to-bottom";
import { STARTS_AT_END } from "@/components/ui/head-script.ts";
import type { PublicFact, PublicMessage } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import type { Outgoing } from "../data/conversation-cache.ts";
import { useOlderMessages } from "../data/use-older-messages.ts";
import { FindHost } from "../find/find-host.tsx";
import { useLeadToMessage } from "../find/lead-to-message.ts";
import { PendingQuestion } from "./asked/user-message.tsx";
import { keepPlaceOnResize, stayAtEnd } from "./log/keep-place.tsx";
import { MessageList, type MessageListProps } from "./log/message-list.tsx";
import { useReach } from "./log/use-reach.ts";
import { UnderstoodCard } from "./understood-card.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";
import { StatusLine } from "./waiting/status-line.tsx";

type MessageLogProps = Pick<
  MessageListProps,
  | "conversationId"
  | "messages"
  | "hasOlder"
  | "isReplacing"
  | "onRetry"
  | "onContinue"
  | "onDecide"
  | "onEdit"
  | "onChoose"
> & {
  pending: Outgoing | null;
  liveRunId: string | null;
  isStopping: boolean;
  facts: readonly PublicFact[];
};

export function MessageLog(props: MessageLogProps) {
  const { conversationId, messages, pending, liveRunId, facts } = props;
  const { scrollRef, contentRef, state, ...stick } = useStickToBottom({
    initial: "instant",
    resize: "instant",
  });
  const { scrollToBottom, stopScroll, isAtBottom } = stick;
  const isBusy = liveRunId !== null || pending !== null;
  useKeptFocus(messages, isBusy);
  const pendingId = pending?.clientMessageId;
  useEffect(() => {
    if (pendingId) void scrollToBottom("instant");
  }, [pendingId, scrollToBottom]);
  const findLog = useCallback(() => scrollRef.current, [scrollRef]);
  useEffect(
    () => (scrollRef.current ? keepPlaceOnResize(scrollRef.current) : undefined),
    [scrollRef],
  );
  useEffect(() => {
    const [log, content] = [scrollRef.current, contentRef.current];
    if (!log || !content) return;
    return stayAtEnd(log, content, () => state.isAtBottom && !state.escapedFromLock);
  }, [scrollRef, contentRef, state]);
  const older = useOlderMessages(conversationId);
  const { reach, wantedId } = useReach({ findLog, load: older.reach, stopScroll });
  useLeadToMessage(conversationId, reach);

  return (
    <div className="relative min-h-0 flex-1">
      <FindHost
        conversationId={conversationId}
        version={`${messages.at(-1)?.id} ${messages.at(-1)?.ending}`}
        reach={reach}
      />
      <div
        ref={scrollRef}
        role="log"
        aria-label={text.conversation()}
        aria-live="off"
        {...SCROLLS}
        className="h-full overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <div ref={contentRef} className="column px-4 pt-8 pb-6 md:px-6">
          <MessageList
            {...props}
            older={older}
            wantedId={wantedId}
            isBusy={isBusy}
            findLog={findLog}
          />
          {pending && (
            <Fragment key={pending.clientMessageId}>
              <PendingQuestion text={pending.text} attachments={pending.attachments} />
              <article aria-label={text.assistant()} aria-busy="true" className="message-answer" />
            </Fragment>
          )}
          <StatusLine
            runId={liveRunId}
            textSoFar={messages.at(-1)?.content ?? ""}
            sentAt={pending?.sentAt ?? null}
            isStopping={props.isStopping}
            ending={messages.at(-1)?.ending ?? null}
            asksSince={asksSinceOf(messages.at(-1))}
          />
          <UnderstoodCard conversationId={conversationId} facts={facts} />
        </div>
      </div>
      {!isAtBottom && <NewestButton onPress={() => void scrollToBottom("smooth")} />}
    </div>
  );
}

function asksSinceOf(newest: PublicMessage | undefined): string | null {
  const asks = newest?.approvals.some(({ status }) => status === "pending") ?? false;
  return asks ? (newest?.createdAt ?? null) : null;
}

function NewestButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="settle absolute bottom-3 left-1/2 flex h-8 pointer-coarse:h-11 pointer-coarse:px-4 -translate-x-1/2 items-center gap-1.5 rounded-full bg-raised px-3 text-xs font-medium text-soft shadow-floating hover:text-ink"
    >
      <ArrowDown className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      {text.newest()}
    </button>
  );
}

/** Focusable, so that the keyboard can scroll it. */
const SCROLLS = { tabIndex: 0, ...STARTS_AT_END } as const;

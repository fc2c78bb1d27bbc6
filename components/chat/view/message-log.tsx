"use client";
/** The messages in order. It stays at the newest line until the person scrolls away. */
import { ArrowDown } from "lucide-react";
import { Fragment, useEffect } from "react";
import { useStickToBottom } from "use-stick-to-bottom";
import { STARTS_AT_END } from "@/components/ui/head-script.ts";
import type {
  PublicApproval,
  PublicFact,
  PublicMessage,
} from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import type { Outgoing } from "../data/conversation-cache.ts";
import type { Decision } from "../data/use-turns.ts";
import { FindHost } from "../find/find-host.tsx";
import { useLeadToMessage } from "../find/lead-to-message.ts";
import { Answer } from "./answer.tsx";
import { PendingQuestion, UserMessage } from "./asked/user-message.tsx";
import { decisionOf } from "./decision-of.ts";
import { UnderstoodCard } from "./understood-card.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";
import { StatusLine } from "./waiting/status-line.tsx";

type MessageLogProps = {
  conversationId: string;
  messages: readonly PublicMessage[];
  pending: Outgoing | null;
  liveRunId: string | null;
  isStopping: boolean;
  isReplacing: boolean;
  facts: readonly PublicFact[];
  onRetry: (answerMessageId: string) => void;
  onContinue: (answerMessageId: string) => void;
  onDecide: (approval: PublicApproval, decision: Decision) => void;
  onEdit: (message: PublicMessage, text: string) => void;
  onChoose: (messageId: string) => void;
};

export function MessageLog(props: MessageLogProps) {
  const { conversationId, messages, pending, liveRunId, facts } = props;
  const { isStopping, isReplacing, onRetry, onContinue, onDecide, onEdit, onChoose } = props;
  const { scrollRef, contentRef, scrollToBottom, stopScroll, isAtBottom } = useStickToBottom({
    initial: "instant",
    resize: "instant",
  });
  const isBusy = liveRunId !== null || pending !== null;
  useKeptFocus(messages, isBusy);
  const pendingId = pending?.clientMessageId;
  useEffect(() => {
    if (pendingId) void scrollToBottom("instant");
  }, [pendingId, scrollToBottom]);
  const reach = useLeadToMessage({ conversationId, messageCount: messages.length, stopScroll });

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
          {messages.map((message, index) =>
            message.role === "user" ? (
              <UserMessage
                key={message.id}
                message={message}
                decision={decisionOf(message, messages[index - 1])}
                isBusy={isBusy}
                onEdit={onEdit}
                onChoose={onChoose}
              />
            ) : (
              <Answer
                key={message.id}
                conversationId={conversationId}
                message={message}
                isReplacing={isReplacing}
                isBusy={isBusy}
                onRetry={onRetry}
                onContinue={onContinue}
                onDecide={onDecide}
                onChoose={onChoose}
              />
            ),
          )}
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
            isStopping={isStopping}
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
      className="settle absolute bottom-3 left-1/2 flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-raised px-3 text-xs font-medium text-soft shadow-floating hover:text-ink"
    >
      <ArrowDown className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      {text.newest()}
    </button>
  );
}

/** Focusable, so that the keyboard can scroll it. */
const SCROLLS = { tabIndex: 0, ...STARTS_AT_END } as const;

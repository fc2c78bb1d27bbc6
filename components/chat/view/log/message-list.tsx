"use client";
/** The messages of a log that are loaded, and the way to older ones. */
import { useEffect, useRef, useState } from "react";
import type { PublicApproval, PublicMessage } from "@/lib/contracts/public/conversation.ts";
import type { useOlderMessages } from "../../data/use-older-messages.ts";
import type { Decision } from "../../data/use-turns.ts";
import { Answer } from "../answer.tsx";
import { UserMessage, type UserMessageProps } from "../asked/user-message.tsx";
import { decisionOf } from "../decision-of.ts";
import { createDistanceWatch } from "./distance-watch.ts";
import { KeepPlace } from "./keep-place.tsx";
import { LogItem } from "./log-item.tsx";
import { OlderMessages } from "./older-messages.tsx";
import { useFirstShown } from "./use-first-shown.ts";

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
  onDecide: (approval: PublicApproval, decision: Decision) => void;
  onEdit: UserMessageProps["onEdit"];
  onChoose: (messageId: string) => void;
};

/** The newest are always drawn: they are visible soon, or still growing. */
const KEPT_COUNT = 4;
/** Where a message far up is shown, so many around it are drawn at once. */
const AROUND_COUNT = 10;

export function MessageList(props: MessageListProps) {
  const { conversationId, messages, hasOlder, older, wantedId, findLog } = props;
  const { isBusy, isReplacing, onRetry, onContinue, onDecide, onEdit, onChoose } = props;
  const [watch] = useState(() => createDistanceWatch(findLog));
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
        </LogItem>
      ))}
    </KeepPlace>
  );
}

/** True until the page has been shown once. */
function useIsFirst(): boolean {
  const isFirst = useRef(true);
  useEffect(() => {
    isFirst.current = false;
  }, []);
  return isFirst.current;
}

"use client";
/** One conversation: its messages, its status, and the composer. */
import { useCallback, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type {
  ConversationDetail,
  PublicApproval,
  PublicFact,
  PublicMessage,
} from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import { BudgetNotice } from "../compose/budget-notice.tsx";
import { Composer, type ComposerHandle, Problem } from "../compose/composer.tsx";
import { DropZone } from "../compose/drop-zone.tsx";
import type { SendOutcome } from "../compose/use-draft.ts";
import { WaitingMessages } from "../compose/waiting-messages.tsx";
import type { Outgoing } from "../data/conversation-cache.ts";
import { RequestFailed } from "../data/get-json.ts";
import { useConversationDetail } from "../data/queries.ts";
import { type Decision, useTurns } from "../data/use-turns.ts";
import { useWaitingMessages } from "../data/use-waiting-messages.ts";
import { useStopKey } from "../run/use-stop-key.ts";
import { ConversationHeader } from "./conversation-header.tsx";
import { ConversationNotFound } from "./conversation-not-found.tsx";
import { EmptyState } from "./empty-state.tsx";
import { MessageLog } from "./message-log.tsx";

type ConversationViewProps = {
  /** Null for a conversation that does not exist yet. */
  conversationId: string | null;
  seed: ConversationDetail | null;
  onStarted: (conversationId: string) => void;
};

const NONE: readonly PublicMessage[] = [];
const NO_FACTS: readonly PublicFact[] = [];

export function ConversationView({ conversationId, seed, onStarted }: ConversationViewProps) {
  const composer = useRef<ComposerHandle>(null);
  const { data, error, refetch } = useConversationDetail(conversationId, seed);
  const turns = useTurns(conversationId, onStarted);
  const messages = data?.messages ?? NONE;
  const liveRunId = messages.at(-1)?.liveRunId ?? null;
  const { pending } = turns;
  const isLive = liveRunId !== null || pending !== null;
  const needsWord = messages.at(-1)?.approvals.some(({ status }) => status === "pending") ?? false;
  const queue = useWaitingMessages({
    conversationId,
    isBusy: isLive || needsWord,
    send: turns.send,
  });
  /** A word to a question is sent at once, as is what the person writes instead. */
  const mustWait = isLive || !queue.isOnline;
  const sendOrWait = async (message: Outgoing): Promise<SendOutcome> => {
    if (!mustWait) return turns.send(message);
    queue.add(message);
    return { ok: true };
  };
  const isStopping = turns.isStopping(liveRunId);
  useStopKey(isLive && !isStopping ? () => turns.stop(liveRunId) : null);
  const steady = useSteady(turns);
  if (error instanceof RequestFailed && error.code === "not-found") return <ConversationNotFound />;
  const isLoading = conversationId !== null && !data && pending === null;
  const isEmpty = messages.length === 0 && pending === null;
  return (
    <DropZone onFiles={(files) => composer.current?.addFiles(files)}>
      <ConversationHeader
        title={data?.conversation.title ?? pending?.text.split("\n", 1)[0] ?? null}
      />
      {isLoading && error && <LoadFailure message={error.message} onRetry={() => void refetch()} />}
      {isLoading && !error && <ConversationSkeleton />}
      {!isLoading && isEmpty && <EmptyState onPick={(said) => composer.current?.sendText(said)} />}
      {!isLoading && !isEmpty && (
        <MessageLog
          conversationId={conversationId ?? ""}
          messages={messages}
          pending={pending}
          liveRunId={liveRunId}
          isStopping={isStopping}
          isReplacing={turns.isReplacing}
          facts={data?.understood ?? NO_FACTS}
          {...steady}
        />
      )}
      <div className="px-4 pb-3 md:px-6 md:pb-5">
        <div className="mx-auto max-w-(--column)">
          <Problem message={turns.problem} />
          <BudgetNotice notice={turns.problem === null ? turns.notice : null} />
          <WaitingMessages
            waiting={queue.waiting}
            reason={reasonOf(queue.isOnline, isLive)}
            refusal={queue.refusal}
            onTryAgain={queue.tryAgain}
            onWithdraw={(message) => {
              if (queue.withdraw(message)) composer.current?.takeBack(message);
            }}
          />
        </div>
        <Composer
          ref={composer}
          conversationId={conversationId}
          isLive={isLive}
          isStopping={isStopping}
          onSend={sendOrWait}
          onStop={() => turns.stop(liveRunId)}
        />
      </div>
    </DropZone>
  );
}

function reasonOf(isOnline: boolean, isLive: boolean): string {
  if (!isOnline) return text.waitsForLine();
  return isLive ? text.waitsForAnswer() : text.waitsForWord();
}

/** Stable callbacks, so that finished answers are not rendered again. */
function useSteady(turns: ReturnType<typeof useTurns>) {
  const latest = useRef(turns);
  useEffect(() => {
    latest.current = turns;
  });
  const onRetry = useCallback((id: string) => void latest.current.retry(id), []);
  const onContinue = useCallback((id: string) => void latest.current.goOn(id), []);
  const onDecide = useCallback(
    (approval: PublicApproval, decision: Decision) =>
      void latest.current.decide(approval, decision),
    [],
  );
  const onEdit = useCallback(
    (message: PublicMessage, said: string) => latest.current.edit(message, said),
    [],
  );
  const onChoose = useCallback((id: string) => latest.current.choose(id), []);
  return { onRetry, onContinue, onDecide, onEdit, onChoose };
}

type LoadFailureProps = { message: string; onRetry: () => void };

/** A conversation that could not be read. */
function LoadFailure({ message, onRetry }: LoadFailureProps) {
  return (
    <div className="column flex-1 px-4 pt-8 md:px-6">
      <Notice
        role="alert"
        tone="danger"
        action={
          <Button look="outline" size="sm" onClick={onRetry}>
            {text.tryAgain()}
          </Button>
        }
      >
        {message}
      </Notice>
    </div>
  );
}

/** Placeholder for messages that are loading. */
function ConversationSkeleton() {
  return (
    <div className="column flex-1 px-4 pt-8 md:px-6">
      <p role="status" className="sr-only">
        {text.loadingConversation()}
      </p>
      <div className="message-asked" aria-hidden="true">
        <SkeletonLine className="my-1 w-2/5" />
      </div>
      <div className="message-answer grid gap-3 py-1.5" aria-hidden="true">
        <SkeletonLine className="w-11/12" />
        <SkeletonLine className="w-4/5" />
        <SkeletonLine className="w-3/5" />
      </div>
    </div>
  );
}

"use client";
/** One conversation: its messages, what is going on, and the composer. */
import { useCallback, useEffect, useRef } from "react";
import type {
  ConversationDetail,
  PublicApproval,
  PublicFact,
  PublicMessage,
} from "@/lib/contracts/conversation.ts";
import { Composer, type ComposerHandle, Problem } from "../compose/composer.tsx";
import { DropZone } from "../compose/drop-zone.tsx";
import { RequestFailed } from "../data/get-json.ts";
import { useConversationDetail } from "../data/queries.ts";
import { type Decision, useTurns } from "../data/use-turns.ts";
import { ConversationHeader } from "./conversation-header.tsx";
import { EmptyState } from "./empty-state.tsx";
import { LoadFailure, NotHere } from "./load-failure.tsx";
import { MessageLog } from "./message-log.tsx";
import { ConversationSkeleton } from "./skeletons.tsx";

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
  const isShown = messages.some(({ id }) => id === turns.pending?.userMessageId);
  const pending = isShown ? null : turns.pending;
  const isStopping = turns.isStopping(liveRunId);
  const { onRetry, onDecide } = useSteady(turns);
  if (error instanceof RequestFailed && error.code === "not-found") return <NotHere />;
  const isLoading = conversationId !== null && !data && pending === null;
  const isEmpty = messages.length === 0 && pending === null;
  return (
    <DropZone onFiles={(files) => composer.current?.addFiles(files)}>
      <ConversationHeader
        title={data?.conversation.title ?? pending?.text.split("\n", 1)[0] ?? null}
      />
      {isLoading && error && <LoadFailure message={error.message} onRetry={() => void refetch()} />}
      {isLoading && !error && <ConversationSkeleton />}
      {!isLoading && isEmpty && <EmptyState onPick={(text) => composer.current?.sendText(text)} />}
      {!isLoading && !isEmpty && (
        <MessageLog
          conversationId={conversationId ?? ""}
          messages={messages}
          pending={pending}
          liveRunId={liveRunId}
          isStopping={isStopping}
          isRetrying={turns.isRetrying}
          facts={data?.understood ?? NO_FACTS}
          onRetry={onRetry}
          onDecide={onDecide}
        />
      )}
      <div className="px-4 pb-3 md:px-6 md:pb-5">
        <div className="mx-auto max-w-(--column)">
          <Problem text={turns.problem} />
        </div>
        <Composer
          ref={composer}
          conversationId={conversationId}
          isLive={liveRunId !== null || pending !== null}
          isStopping={isStopping}
          onSend={turns.send}
          onStop={() => turns.stop(liveRunId)}
        />
      </div>
    </DropZone>
  );
}

/** Callbacks that stay the same from one drawing to the next, so that finished answers are left alone. */
function useSteady(turns: ReturnType<typeof useTurns>) {
  const latest = useRef(turns);
  useEffect(() => {
    latest.current = turns;
  });
  const onRetry = useCallback((id: string) => void latest.current.retry(id), []);
  const onDecide = useCallback(
    (approval: PublicApproval, decision: Decision) =>
      void latest.current.decide(approval, decision),
    [],
  );
  return { onRetry, onDecide };
}

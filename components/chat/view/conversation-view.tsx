"use client";
/** One conversation: its messages, what is going on, and the composer. */
import { useCallback, useEffect, useRef } from "react";
import { Notice } from "@/components/ui/notice.tsx";
import type { ConversationDetail, PublicMessage } from "@/lib/contracts/conversation.ts";
import { Composer, type ComposerHandle } from "../compose/composer.tsx";
import { DropZone } from "../compose/drop-zone.tsx";
import { RequestFailed } from "../data/get-json.ts";
import { useConversationDetail } from "../data/queries.ts";
import { useTurns } from "../data/use-turns.ts";
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

export function ConversationView({ conversationId, seed, onStarted }: ConversationViewProps) {
  const composer = useRef<ComposerHandle>(null);
  const { data, error, refetch } = useConversationDetail(conversationId, seed);
  const turns = useTurns(conversationId, onStarted);
  const messages = data?.messages ?? NONE;
  const liveRunId = messages.at(-1)?.liveRunId ?? null;
  const isShown = messages.some(({ id }) => id === turns.pending?.userMessageId);
  const pending = isShown ? null : turns.pending;
  const isStopping = turns.stopping === (liveRunId ?? "next");
  const retry = useRef(turns.retry);
  useEffect(() => {
    retry.current = turns.retry;
  });
  const onRetry = useCallback((id: string) => void retry.current(id), []);

  if (error instanceof RequestFailed && error.code === "not-found") return <NotHere />;
  const isLoading = conversationId !== null && !data && pending === null;
  const isEmpty = messages.length === 0 && pending === null;
  return (
    <DropZone onFiles={(files) => composer.current?.addFiles(files)}>
      <ConversationHeader title={data?.conversation.title ?? null} />
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
          onRetry={onRetry}
        />
      )}
      <div className="px-4 pb-3 md:px-6 md:pb-5">
        <div role="alert" className="mx-auto max-w-(--column)">
          {turns.problem && (
            <Notice tone="danger" className="settle mb-2">
              {turns.problem}
            </Notice>
          )}
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

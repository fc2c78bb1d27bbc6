"use client";
/** An answer: finished, or being written. One component for both, so that nothing jumps when it ends. */
import { memo } from "react";
import { CopyButton } from "@/components/ui/copy-button.tsx";
import type { PublicMessage } from "@/lib/contracts/conversation.ts";
import { useSettledRun } from "../data/use-settled-run.ts";
import { Markdown } from "../markdown/markdown.tsx";
import type { WatchedRun } from "../run/run-watch.ts";
import { useRun } from "../run/use-run.ts";
import { AnswerEnd } from "./answer-end.tsx";
import { AnswerSkeleton } from "./skeletons.tsx";

type AnswerProps = {
  conversationId: string;
  message: PublicMessage;
  isRetrying: boolean;
  onRetry: (answerMessageId: string) => void;
};

const whole = (run: WatchedRun) => run;

export const Answer = memo(({ conversationId, message, isRetrying, onRetry }: AnswerProps) => {
  const { content, liveRunId, ending } = message;
  const run = useRun(liveRunId, content, whole);
  useSettledRun(conversationId, liveRunId, run);
  const isLive = liveRunId !== null && run.ended === null;
  // What is shown never gets less, so it is not shown before it has caught up with the server.
  if (isLive && !run.isSynced) return <AnswerSkeleton />;
  const text = isLive
    ? (run.frozenText ?? longer(run.text, content))
    : textOf(run, content, liveRunId);
  return (
    <article aria-label="Assistant" aria-busy={isLive} className="message-answer">
      <Markdown text={text} isGrowing={isLive} />
      <AnswerEnd message={message} isRetrying={isRetrying} onRetry={onRetry} />
      {ending !== null && text !== "" && (
        <div className="answer-actions">
          <CopyButton text={text} label="Copy answer" />
        </div>
      )}
    </article>
  );
});
Answer.displayName = "Answer";

/** Between the end of a run and the server's word on it, what was streamed stands. */
function textOf(run: WatchedRun, content: string, liveRunId: string | null): string {
  return liveRunId === null ? content : longer(run.text, content);
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

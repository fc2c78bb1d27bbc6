"use client";
/** An answer: finished, or being written. One component for both, so that nothing jumps when it ends. */
import { memo } from "react";
import { CopyButton } from "@/components/ui/copy-button.tsx";
import type { PublicApproval, PublicMessage } from "@/lib/contracts/conversation.ts";
import { useSettledRun } from "../data/use-settled-run.ts";
import type { Decision } from "../data/use-turns.ts";
import { Markdown } from "../markdown/markdown.tsx";
import type { WatchedRun } from "../run/run-watch.ts";
import { useRun } from "../run/use-run.ts";
import { AnswerEnd } from "./answer-end.tsx";
import { ApprovalQuestion } from "./approval-question.tsx";
import { AttachmentLinks } from "./attachment-links.tsx";

type AnswerProps = {
  conversationId: string;
  message: PublicMessage;
  isRetrying: boolean;
  /** Another answer is being written. */
  isBusy: boolean;
  onRetry: (answerMessageId: string) => void;
  onDecide: (approval: PublicApproval, decision: Decision) => void;
};

const whole = (run: WatchedRun) => run;

export const Answer = memo((props: AnswerProps) => {
  const { conversationId, message, isRetrying, isBusy, onRetry, onDecide } = props;
  const { content, liveRunId, ending, attachments, approvals } = message;
  const run = useRun(liveRunId, content, whole);
  useSettledRun(conversationId, liveRunId, run);
  const isLive = liveRunId !== null && run.ended === null;
  const written = isLive
    ? (run.frozenText ?? longer(run.text, content))
    : textOf(run, content, liveRunId);
  const text = withoutQuestions(written, approvals);
  return (
    <article aria-label="Assistant" aria-busy={isLive} className="message-answer">
      <Markdown text={text} isGrowing={isLive} />
      <AttachmentLinks label="Documents" attachments={attachments} className="mt-3" />
      {approvals.map((approval) => (
        <ApprovalQuestion
          key={approval.id}
          approval={approval}
          isBusy={isBusy}
          onDecide={onDecide}
        />
      ))}
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

/** A question that stands in its own box below need not be read twice. */
function withoutQuestions(text: string, approvals: readonly PublicApproval[]): string {
  return approvals.reduce(
    (rest, { question }) =>
      rest.endsWith(question) ? rest.slice(0, -question.length).trimEnd() : rest,
    text.trimEnd(),
  );
}

/** Between the end of a run and the server's word on it, what was streamed stands. */
function textOf(run: WatchedRun, content: string, liveRunId: string | null): string {
  return liveRunId === null ? content : longer(run.text, content);
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

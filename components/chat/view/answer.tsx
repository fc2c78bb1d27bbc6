/** An answer: finished, or being written. One component for both, so that the layout does not shift at the end. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { CornerDownRight, type LucideIcon, RotateCcw } from "lucide-react";
import { memo, useCallback, useEffect } from "react";
import { Button } from "@/components/ui/button.tsx";
import { CitationsIn, type RenderCitation } from "@/components/ui/markdown/citations.tsx";
import { Markdown } from "@/components/ui/markdown/markdown.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import type {
  ConversationDetail,
  PublicApproval,
  PublicMessage,
} from "@/lib/contracts/public/conversation.ts";
import type { MessageEnd } from "@/lib/contracts/public/message-end.ts";
import * as text from "@/lib/messages/chat.ts";
import { DocumentCard } from "../brief/document-card.tsx";
import { isDocument } from "../brief/documents-of.ts";
import { useChat } from "../chat-context.tsx";
import { withEnd } from "../data/conversation-cache.ts";
import { noteTurn } from "../data/poll-list.ts";
import { chatKeys } from "../data/queries.ts";
import { useOrganise } from "../data/use-organise.ts";
import type { OnDecide } from "../data/use-turns.ts";
import type { WatchedRun } from "../run/run-watch.ts";
import { useRun } from "../run/use-run.ts";
import { AnswerActions } from "./actions/answer-actions.tsx";
import { ApprovalQuestion } from "./approval-question.tsx";
import { MessageFiles } from "./files/message-files.tsx";
import { SourceLink, SourceList } from "./sources.tsx";

type AnswerProps = {
  conversationId: string;
  message: PublicMessage;
  isReplacing: boolean;
  /** True while another answer is being written. */
  isBusy: boolean;
  onRetry: (answerMessageId: string) => void;
  onContinue: (answerMessageId: string) => void;
  onDecide: OnDecide;
  onChoose: (messageId: string) => void;
};

const whole = (run: WatchedRun) => run;

export const Answer = memo((props: AnswerProps) => {
  const { conversationId, message, isReplacing, isBusy, onRetry, onContinue, onDecide, onChoose } =
    props;
  const { content, liveRunId, ending, attachments, approvals, sources } = message;
  const render = useCallback<RenderCitation>(
    (number) => {
      const source = sources.find((one) => one.number === number);
      return source ? <SourceLink source={source} /> : null;
    },
    [sources],
  );
  const run = useRun(liveRunId, content, whole);
  useSettledRun(conversationId, liveRunId, run);
  const isLive = liveRunId !== null && run.ended === null;
  const written = isLive
    ? (run.frozenText ?? longer(run.text, content))
    : textOf(run, content, liveRunId);
  const shown = withoutQuestions(written, approvals);
  return (
    <article
      aria-label={text.assistant()}
      aria-busy={isLive}
      data-message={message.id}
      tabIndex={-1}
      className="message-answer"
    >
      <CitationsIn render={render}>
        <Markdown text={shown} isGrowing={isLive} />
      </CitationsIn>
      <MessageFiles
        files={attachments.filter((file) => !isDocument(file))}
        labels={{ pictures: text.pictures(), others: text.documents() }}
      />
      {attachments.filter(isDocument).map((file) => (
        <DocumentCard
          key={file.name}
          conversationId={conversationId}
          answerId={message.id}
          file={file}
        />
      ))}
      <SourceList sources={sources} />
      {approvals.map((approval) => (
        <ApprovalQuestion
          key={approval.id}
          approval={approval}
          isBusy={isBusy}
          onDecide={onDecide}
        />
      ))}
      <AnswerEnd
        message={message}
        isReplacing={isReplacing}
        onRetry={onRetry}
        onContinue={onContinue}
      />
      {ending !== null && (
        <AnswerActions
          conversationId={conversationId}
          message={message}
          shown={shown}
          isBusy={isBusy || isReplacing}
          onRetry={onRetry}
          onChoose={onChoose}
        />
      )}
    </article>
  );
});
Answer.displayName = "Answer";

/** The text without the questions that are shown in boxes of their own below, where each ends a paragraph of it. */
function withoutQuestions(written: string, approvals: readonly PublicApproval[]): string {
  return approvals.reduce((rest, { question }) => {
    const at = `${rest}\n`.lastIndexOf(`${question}\n`);
    if (at < 0) return rest;
    return [rest.slice(0, at).trimEnd(), rest.slice(at + question.length).trim()]
      .filter((part) => part !== "")
      .join("\n\n");
  }, written.trimEnd());
}

/** Between the end of a run and the refetch of its message, the streamed text stays. */
function textOf(run: WatchedRun, content: string, liveRunId: string | null): string {
  return liveRunId === null ? content : longer(run.text, content);
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

/**
 * Writes the end of a run into this tab's cached conversation, then refetches it. An answer on screen counts as seen,
 * even if the person leaves before the list shows its end.
 */
function useSettledRun(
  conversationId: string,
  runId: string | null,
  { ended, link, text, kept }: Pick<WatchedRun, "ended" | "link" | "text" | "kept">,
): void {
  const client = useQueryClient();
  const { mutate } = useOrganise();
  const finalText = ended ? text : null;
  const shown = kept.findLast((event) => event.type === "sources");
  useEffect(() => {
    if (runId === null) return;
    const key = chatKeys.detail(conversationId);
    if (ended && finalText !== null) {
      noteTurn();
      client.setQueryData<ConversationDetail>(
        key,
        (detail) =>
          detail &&
          withEnd(detail, runId, { ...ended, sources: shown?.sources ?? [], text: finalText }),
      );
      if (document.visibilityState === "visible")
        mutate({ conversationIds: [conversationId], change: { to: "seen" } });
      else void client.invalidateQueries({ queryKey: chatKeys.lists() });
    }
    if (ended || link === "gone") void client.invalidateQueries({ queryKey: key });
  }, [client, mutate, conversationId, runId, ended, link, finalText, shown]);
}

const END_TEXTS: Record<Exclude<MessageEnd, "complete">, () => string> = {
  stopped: text.endStopped,
  interrupted: text.endInterrupted,
  failed: text.endFailed,
  empty: text.endEmpty,
};

type AnswerEndProps = Pick<AnswerProps, "isReplacing" | "onRetry" | "onContinue"> & {
  message: Pick<PublicMessage, "id" | "ending" | "notice" | "canRetry" | "canContinue">;
};

/** How an answer ended, and buttons to continue or to retry it. Nothing for a complete answer that is what was asked for. */
function AnswerEnd({ message, isReplacing, onRetry, onContinue }: AnswerEndProps) {
  const { id, ending, notice, canContinue } = message;
  const { mayContinue } = useChat();
  const mayBeContinued = canContinue && mayContinue;
  const canRetry = message.canRetry || (canContinue && !mayContinue);
  if (ending === null || (ending === "complete" && notice === null)) return null;
  return (
    <Notice
      tone={ending === "failed" ? "danger" : ending === "stopped" ? "quiet" : "warn"}
      className="settle mt-3"
      action={
        (canRetry || mayBeContinued) && (
          <span className="flex flex-wrap gap-2">
            {mayBeContinued && (
              <ReplaceButton
                icon={CornerDownRight}
                isReplacing={isReplacing}
                onPress={() => onContinue(id)}
              >
                {text.continueAnswer()}
              </ReplaceButton>
            )}
            {canRetry && (
              <ReplaceButton icon={RotateCcw} isReplacing={isReplacing} onPress={() => onRetry(id)}>
                {text.retry()}
              </ReplaceButton>
            )}
          </span>
        )
      }
    >
      {notice ?? (ending !== "complete" && END_TEXTS[ending]())}
    </Notice>
  );
}

type ReplaceButtonProps = {
  icon: LucideIcon;
  isReplacing: boolean;
  onPress: () => void;
  children: string;
};

function ReplaceButton({ icon: Icon, isReplacing, onPress, children }: ReplaceButtonProps) {
  return (
    <Button
      look="outline"
      size="sm"
      aria-disabled={isReplacing}
      onClick={() => !isReplacing && onPress()}
    >
      <Icon className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      {children}
    </Button>
  );
}

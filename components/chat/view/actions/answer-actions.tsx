"use client";
/** What can be done with an answer that has ended: its other versions, copy, receipt, another answer, a thumb. */
import { ReceiptText, RefreshCw } from "lucide-react";
import { useRef, useState } from "react";
import { IconButton, IconLink } from "@/components/ui/button.tsx";
import type { PublicMessage } from "@/lib/contracts/public/conversation.ts";
import type { AnswerFeedback } from "@/lib/contracts/public/feedback/answer-feedback.ts";
import * as text from "@/lib/messages/chat.ts";
import { useFeedback } from "../../data/use-feedback.ts";
import { CopyButtons } from "./copy-buttons.tsx";
import { FeedbackWords, Thumbs } from "./feedback.tsx";
import { VersionSwitch } from "./version-switch.tsx";

type AnswerActionsProps = {
  conversationId: string;
  message: PublicMessage;
  /** The text as it is shown. */
  shown: string;
  isBusy: boolean;
  onRetry: (answerMessageId: string) => void;
  onChoose: (messageId: string) => void;
};

export function AnswerActions(props: AnswerActionsProps) {
  const { conversationId, message, shown, isBusy, onRetry, onChoose } = props;
  const { id, canRetry, feedback } = message;
  const bar = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  const judging = useFeedback(conversationId, id);
  const give = (given: AnswerFeedback | null) => judging.mutate(given);
  const leaveWords = () => {
    setAsking(false);
    bar.current?.querySelector<HTMLElement>(`[data-thumb="${feedback?.verdict}"]`)?.focus();
  };
  return (
    <>
      <div ref={bar} className="message-actions">
        <VersionSwitch message={message} isBusy={isBusy} onChoose={onChoose} />
        {shown !== "" && (
          <>
            <CopyButtons source={shown} label={text.copyAnswer()} />
            <IconLink
              size="sm"
              href={`/api/messages/${id}/receipt`}
              download
              aria-label={text.downloadReceipt()}
            >
              <ReceiptText className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            </IconLink>
          </>
        )}
        {/* An answer that is not whole has a button of its own for it. */}
        {!canRetry && (
          <IconButton
            size="sm"
            data-again=""
            aria-label={text.regenerate()}
            aria-disabled={isBusy}
            onClick={() => !isBusy && onRetry(id)}
          >
            <RefreshCw className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
        <Thumbs feedback={feedback} onGive={give} onAsk={() => setAsking(true)} />
      </div>
      {feedback && (
        <FeedbackWords
          feedback={feedback}
          isOpen={isAsking}
          problem={judging.error?.message ?? null}
          onGive={give}
          onOpen={() => setAsking(true)}
          onClose={leaveWords}
        />
      )}
    </>
  );
}

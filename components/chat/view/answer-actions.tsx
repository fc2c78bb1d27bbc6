"use client";
/** What can be done with an answer that has ended: its other versions, copy, receipt, another answer. */
import { ReceiptText, RefreshCw } from "lucide-react";
import { IconButton, IconLink } from "@/components/ui/button.tsx";
import { CopyButton } from "@/components/ui/copy-button.tsx";
import type { PublicMessage } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import { VersionSwitch } from "./version-switch.tsx";

type AnswerActionsProps = {
  message: PublicMessage;
  /** The text as it is shown. */
  shown: string;
  isBusy: boolean;
  onRetry: (answerMessageId: string) => void;
  onChoose: (messageId: string) => void;
};

export function AnswerActions({ message, shown, isBusy, onRetry, onChoose }: AnswerActionsProps) {
  const { id, canRetry } = message;
  return (
    <div className="message-actions">
      <VersionSwitch message={message} isBusy={isBusy} onChoose={onChoose} />
      {shown !== "" && (
        <>
          <CopyButton text={shown} label={text.copyAnswer()} />
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
          aria-label={text.regenerate()}
          aria-disabled={isBusy}
          onClick={() => !isBusy && onRetry(id)}
        >
          <RefreshCw className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

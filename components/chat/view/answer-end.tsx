"use client";
/** How an answer ended, in plain words, and the way to try again. A complete answer needs no words. */
import { RotateCcw } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import type { PublicMessage } from "@/lib/contracts/conversation.ts";
import type { MessageEnd } from "@/lib/contracts/message-end.ts";

const WORDS: Record<Exclude<MessageEnd, "complete">, string> = {
  stopped: "You stopped this answer.",
  interrupted: "This answer was interrupted.",
  failed: "This answer could not be finished.",
  empty: "The model ended without an answer.",
};

type AnswerEndProps = {
  message: Pick<PublicMessage, "id" | "ending" | "notice" | "canRetry">;
  isRetrying: boolean;
  onRetry: (answerMessageId: string) => void;
};

export function AnswerEnd({ message, isRetrying, onRetry }: AnswerEndProps) {
  const { ending, notice, canRetry } = message;
  if (ending === null || ending === "complete") return null;
  return (
    <Notice
      tone={ending === "failed" ? "danger" : ending === "stopped" ? "quiet" : "warn"}
      className="settle mt-3"
      action={
        canRetry && (
          <Button
            look="outline"
            size="sm"
            aria-disabled={isRetrying}
            onClick={() => !isRetrying && onRetry(message.id)}
          >
            <RotateCcw className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            Retry
          </Button>
        )
      }
    >
      {notice ?? WORDS[ending]}
    </Notice>
  );
}

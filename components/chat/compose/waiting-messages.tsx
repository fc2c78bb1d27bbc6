/** Messages that are not sent yet, above the composer: what each waits for, and a way to take it back. */
"use client";
import { Clock, X } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/chat.ts";
import * as filesText from "@/lib/messages/files.ts";
import type { Outgoing } from "../data/conversation-cache.ts";

type WaitingMessagesProps = {
  waiting: readonly Outgoing[];
  /** What all of them wait for. */
  reason: string;
  /** Why the first one was refused. */
  refusal: string | null;
  onWithdraw: (message: Outgoing) => Promise<void>;
  onTryAgain: () => void;
  /** Null while the person is signed in. */
  onSignIn: (() => void) | null;
};

export function WaitingMessages(props: WaitingMessagesProps) {
  const { waiting, reason, refusal, onWithdraw, onTryAgain, onSignIn } = props;
  if (waiting.length === 0) return null;
  return (
    <section aria-label={text.waitingMessages()} className="settle mb-2 grid gap-1">
      <p role="status" className="flex items-center gap-1.5 px-1 text-xs text-soft">
        <Clock className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
        <span className="min-w-0 flex-1">{refusal ?? reason}</span>
        {refusal === null && onSignIn !== null && (
          <Button look="outline" size="sm" onClick={onSignIn}>
            {text.signIn()}
          </Button>
        )}
        {refusal !== null && (
          <Button look="outline" size="sm" onClick={onTryAgain}>
            {text.tryAgain()}
          </Button>
        )}
      </p>
      <ul className="grid gap-1">
        {waiting.map((message) => (
          <li
            key={message.clientMessageId}
            className="flex items-center gap-2 rounded-md border border-dashed border-line-strong py-0.5 pe-1 ps-3 text-sm text-soft"
          >
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {message.text}
              {message.attachments.length > 0 && (
                <span className="text-faint">
                  {` ${filesText.waitingFiles({ names: message.attachments.map(({ name }) => name).join(", ") })}`}
                </span>
              )}
            </span>
            <IconButton
              size="sm"
              aria-label={text.withdrawMessage()}
              onClick={() => void onWithdraw(message)}
            >
              <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

"use client";
/** The messages of a conversation, scrolled to the turn of the run on the page. */
import { type RefObject, useEffect } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { PublicTranscript } from "@/lib/contracts/inspector/conversation/public-transcript.ts";
import { ConversationMessage } from "./conversation-message.tsx";

type ConversationMessagesProps = {
  transcript: PublicTranscript;
  isRunning: boolean;
  /** What scrolls. */
  pane: RefObject<HTMLElement | null>;
  className: string;
};

/** Suspends until the answers can be typeset: text that is replaced loses what is selected in it. */
export function ConversationMessages(props: ConversationMessagesProps) {
  const { transcript, isRunning, pane, className } = props;
  useTurnInView(pane);
  const firstOfTurn = transcript.messages.find((message) => message.ofThisRun)?.id;
  return (
    <ol className={cn("grid", className)}>
      {transcript.messages.map((message) => (
        <li
          key={message.id}
          data-turn={message.id === firstOfTurn ? "" : undefined}
          aria-current={message.ofThisRun ? "true" : undefined}
          className={cn(
            "relative min-w-0 px-4 py-3 lg:px-6",
            message.ofThisRun
              ? "bg-accent-wash before:absolute before:inset-y-0 before:left-0 before:w-[2px] before:bg-accent"
              : "text-soft",
          )}
        >
          <ConversationMessage
            message={message}
            transcript={message.ofThisRun && message.role === "assistant" ? transcript : null}
            isLive={message.ofThisRun && isRunning}
          />
        </li>
      ))}
    </ol>
  );
}

/** Scrolls to the turn of the run once, when it is there. */
function useTurnInView(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const turn = pane.current?.querySelector<HTMLElement>("[data-turn]");
    if (!pane.current || !turn) return;
    // A turn near the top can be seen as it is, with what stands above it.
    const isFar = turn.offsetTop > pane.current.clientHeight / 2;
    if (isFar) pane.current.scrollTop = turn.offsetTop - 56;
  }, [pane]);
}

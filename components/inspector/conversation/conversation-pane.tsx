"use client";
/** The conversation as the person sees it, with the turn of this run marked. */
import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-conversation.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { PanelLoading } from "../run/panel-loading.tsx";
import { formatCount } from "../values/format-figures.ts";
import { SCROLL_PANE } from "../values/scroll-pane.ts";
import { ConversationMessage } from "./conversation-message.tsx";
import { usePublicTranscript } from "./use-public-transcript.ts";
import { WithheldShare } from "./withheld-share.tsx";

type ConversationPaneProps = { runId: string; trace: RunTrace; className: string };

export function ConversationPane({ runId, trace, className }: ConversationPaneProps) {
  const { data: transcript, error, refetch } = usePublicTranscript(runId, trace);
  const pane = useRef<HTMLElement>(null);
  const isHere = transcript !== undefined;
  useEffect(() => {
    const turn = isHere && pane.current?.querySelector<HTMLElement>("[data-turn]");
    if (!pane.current || !turn) return;
    // A turn near the top can be seen as it is, with what stands above it.
    const isFar = turn.offsetTop > pane.current.clientHeight / 2;
    if (isFar) pane.current.scrollTop = turn.offsetTop - 56;
  }, [isHere]);
  const messages = transcript?.messages ?? [];
  const firstOfTurn = messages.find((message) => message.ofThisRun)?.id;
  return (
    <section
      id="conversation"
      ref={pane}
      aria-label={text.whatThePersonSees()}
      {...SCROLL_PANE}
      className={cn(
        "relative min-h-0 min-w-0 focus-visible:-outline-offset-2 lg:scroll-pt-11 lg:overflow-y-auto",
        className,
      )}
    >
      <header className="sticky top-9 z-10 flex h-9 items-center justify-between border-b bg-canvas px-4 text-xs lg:top-0 lg:px-6">
        <h2 className="font-medium text-soft">{text.whatThePersonSees()}</h2>
        {transcript && transcript.messageCount > messages.length && (
          <span className="text-faint">
            {text.showingOfMessages({
              messages: formatCount(messages.length),
              messageCount: formatCount(transcript.messageCount),
            })}
          </span>
        )}
      </header>
      {transcript && <WithheldShare transcript={transcript} />}
      {!transcript &&
        (error ? (
          <FailureNotice error={error} onRetry={() => refetch()} className="mx-4 my-3 lg:mx-6" />
        ) : (
          <PanelLoading className="lg:px-6" />
        ))}
      <ol className="grid">
        {messages.map((message) => (
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
              transcript={
                transcript && message.ofThisRun && message.role === "assistant" ? transcript : null
              }
              isLive={message.ofThisRun && trace.run.status === "running"}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

"use client";
/** What the person sees: the conversation, with the turn of this run marked in it. */
import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { RunInspection } from "@/lib/contracts/inspector.ts";
import { formatCount } from "../values/format-figures.ts";
import { SCROLL_PANE } from "../values/scroll-pane.ts";
import { ConversationMessage } from "./conversation-message.tsx";
import { readLiveAnswer } from "./live-answer.ts";

type ConversationPaneProps = { inspection: RunInspection; className: string };

export function ConversationPane({ inspection, className }: ConversationPaneProps) {
  const { run, messages, messageCount, events } = inspection;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const turn = pane.current?.querySelector<HTMLElement>("[data-turn]");
    if (pane.current && turn) pane.current.scrollTop = turn.offsetTop - 56;
  }, []);
  const live = run.status === "running" ? readLiveAnswer(events) : null;
  const firstOfTurn = messages.find((message) => message.ofThisRun)?.id;
  return (
    <section
      id="conversation"
      ref={pane}
      aria-label="What the person sees"
      {...SCROLL_PANE}
      className={cn(
        "relative min-h-0 min-w-0 focus-visible:-outline-offset-2 lg:overflow-y-auto",
        className,
      )}
    >
      <header className="sticky top-9 z-10 flex h-9 items-center justify-between border-b bg-canvas px-4 text-xs lg:top-0 lg:px-6">
        <h2 className="font-medium text-soft">What the person sees</h2>
        {messageCount > messages.length && (
          <span className="text-faint">
            Showing {formatCount(messages.length)} of {formatCount(messageCount)} messages
          </span>
        )}
      </header>
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
            <ConversationMessage message={message} live={live} />
          </li>
        ))}
      </ol>
    </section>
  );
}

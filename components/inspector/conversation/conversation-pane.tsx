"use client";
/** The conversation as the person sees it, with the turn of this run marked. */
import { GitBranch } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { PublicTranscript } from "@/lib/contracts/inspector/conversation/public-transcript.ts";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-conversation.ts";
import * as treeText from "@/lib/messages/inspector-tree.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { PanelLoading } from "../run/panel-loading.tsx";
import { formatCount } from "../values/format-figures.ts";
import { SCROLL_PANE } from "../values/scroll-pane.ts";
import { ConversationMessage } from "./conversation-message.tsx";
import { TreeView } from "./tree/tree-view.tsx";
import { useConversationTree } from "./tree/use-conversation-tree.ts";
import { usePublicTranscript } from "./use-public-transcript.ts";
import { WithheldShare } from "./withheld-share.tsx";

type ConversationPaneProps = { runId: string; trace: RunTrace; className: string };

export function ConversationPane({ runId, trace, className }: ConversationPaneProps) {
  const { data: transcript, error, refetch } = usePublicTranscript(runId, trace);
  const pane = useRef<HTMLElement>(null);
  useTurnInView(pane, transcript !== undefined);
  const [isTree, setTree] = useState(false);
  const { data: versions } = useConversationTree(trace.run, transcript?.branched ?? false);
  const branches = versions?.branches ?? [];
  const isSetAside = branches.some(({ isOfRun, shown }) => isOfRun && !shown);
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
        {branches.length > 1 && (
          <Button
            size="sm"
            aria-pressed={isTree}
            className={cn(isTree && "bg-pressed text-ink")}
            onClick={() => setTree(!isTree)}
          >
            <GitBranch className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            {treeText.showTree({ count: branches.length })}
          </Button>
        )}
        {transcript && <ShownShare transcript={transcript} />}
      </header>
      {isSetAside && (
        <p className="border-b px-4 py-2 text-xs text-warn lg:px-6">{treeText.setAside()}</p>
      )}
      {isTree && versions && <TreeView tree={versions.tree} left={versions.left} runId={runId} />}
      {!isTree && transcript && <WithheldShare transcript={transcript} />}
      {!transcript &&
        (error ? (
          <FailureNotice error={error} onRetry={() => refetch()} className="mx-4 my-3 lg:mx-6" />
        ) : (
          <PanelLoading className="lg:px-6" />
        ))}
      <ol className={cn("grid", isTree && "hidden")}>
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

/** Scrolls to the turn of the run once it is there. */
function useTurnInView(pane: RefObject<HTMLElement | null>, isHere: boolean): void {
  useEffect(() => {
    const turn = isHere && pane.current?.querySelector<HTMLElement>("[data-turn]");
    if (!pane.current || !turn) return;
    // A turn near the top can be seen as it is, with what stands above it.
    const isFar = turn.offsetTop > pane.current.clientHeight / 2;
    if (isFar) pane.current.scrollTop = turn.offsetTop - 56;
  }, [pane, isHere]);
}

/** How many of the messages are shown, where that is not all. */
function ShownShare({ transcript }: { transcript: PublicTranscript }) {
  const { messages, messageCount } = transcript;
  if (messageCount <= messages.length) return null;
  return (
    <span className="text-faint">
      {text.showingOfMessages({
        messages: formatCount(messages.length),
        messageCount: formatCount(messageCount),
      })}
    </span>
  );
}

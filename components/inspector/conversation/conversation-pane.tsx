/** The conversation as the person sees it, with the turn of this run marked. */
"use client";
import { GitBranch } from "lucide-react";
import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { Explained } from "@/components/ui/explained.tsx";
import { ShowsAnyway } from "@/components/ui/markdown/bounds/shows-anyway.tsx";
import { PublicTranscript } from "@/lib/contracts/inspector/run/public-transcript.ts";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import * as text from "@/lib/messages/inspector-conversation.ts";
import * as treeText from "@/lib/messages/inspector-tree.ts";
import { useInspected } from "../fetch-inspected.ts";
import { FailureNotice, PanelLoading, SCROLL_PANE } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { formatBytes, formatCount } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { ConversationMessage } from "./conversation-message.tsx";
import { useConversationTree } from "./conversation-tree.ts";
import { loadMarkdown } from "./said-text.tsx";
import { TreeView } from "./tree-view.tsx";

type ConversationPaneProps = { runId: string; trace: RunTrace; className: string };

export function ConversationPane({ runId, trace, className }: ConversationPaneProps) {
  const { data: transcript, error, refetch } = usePublicTranscript(runId, trace);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    // Beside the transcript rather than after it. Whoever renders it says if it cannot be had.
    loadMarkdown().catch(() => {});
  }, []);
  const [isTree, setTree] = useState(false);
  const { data: versions } = useConversationTree(trace.run, transcript?.branched ?? false);
  const branches = versions?.branches ?? [];
  const isSetAside = branches.some(({ isOfRun, shown }) => isOfRun && !shown);
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
      {transcript && (
        <Suspense fallback={<PanelLoading className="lg:px-6" />}>
          <ConversationMessages
            transcript={transcript}
            isRunning={trace.run.status === "running"}
            pane={pane}
            className={cn(isTree && "hidden")}
          />
        </Suspense>
      )}
    </section>
  );
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

/** Reads the public transcript of a run again whenever the run has news, one request at a time. */
function usePublicTranscript(runId: string, { run, eventCount }: RunTrace) {
  const isRunning = run.status === "running";
  const key = inspectorKeys.transcript(runId, isRunning);
  const query = useInspected(key, PublicTranscript, `/api/admin/runs/${runId}/transcript`, {
    staleTime: Number.POSITIVE_INFINITY,
    // Keep the last transcript while a longer one loads.
    placeholderData: (before) => before,
  });
  const { isFetching, refetch } = query;
  const askedAt = useRef(eventCount);
  useEffect(() => {
    if (!isRunning || isFetching || askedAt.current === eventCount) return;
    askedAt.current = eventCount;
    void refetch();
  }, [isRunning, isFetching, eventCount, refetch]);
  return query;
}

type ConversationMessagesProps = {
  transcript: PublicTranscript;
  isRunning: boolean;
  /** What scrolls. */
  pane: RefObject<HTMLElement | null>;
  className: string;
};

/** Suspends until the answers can be typeset: text that is replaced loses what is selected in it. */
function ConversationMessages(props: ConversationMessagesProps) {
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
          <ShowsAnyway text={message.content}>
            <ConversationMessage
              message={message}
              transcript={message.ofThisRun && message.role === "assistant" ? transcript : null}
              isLive={message.ofThisRun && isRunning}
            />
          </ShowsAnyway>
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

/** How much of what a run recorded was sent to the person, and how much was not. */
function WithheldShare({ transcript }: { transcript: PublicTranscript }) {
  const { withheldBytes, percent } = shareWithheld(transcript);
  if (transcript.storedBytes === 0) return null;
  return (
    <dl className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b px-4 py-2 text-xs lg:px-6">
      <div className="flex gap-1.5">
        <dt className="text-faint">
          <Term name="publicEvent">{text.sentToThePerson()}</Term>
        </dt>
        <dd className="tabular-nums">
          <Explained text={describeBytes(transcript.publicBytes)}>
            {formatBytes(transcript.publicBytes)}
          </Explained>
        </dd>
      </div>
      <div className="flex gap-1.5">
        <dt className="text-faint">
          <Term name="withheld">{text.withheld()}</Term>
        </dt>
        <dd className="tabular-nums">
          <Explained text={describeBytes(withheldBytes)}>
            {formatBytes(withheldBytes)} · {percent} %
          </Explained>
        </dd>
      </div>
      <div
        aria-hidden="true"
        className="flex h-1.5 min-w-16 flex-1 self-center overflow-hidden rounded-full bg-line"
      >
        <span className="bg-accent" style={{ width: `${100 - Number(percent)}%` }} />
      </div>
    </dl>
  );
}

function describeBytes(count: number): string {
  return text.byteCount({ count, number: formatCount(count) });
}

type Sizes = Pick<PublicTranscript, "storedBytes" | "publicBytes">;

/** @returns per cent with one decimal; never 100 if the person saw something, nor 0 if something was withheld */
export function shareWithheld({ storedBytes, publicBytes }: Sizes): {
  withheldBytes: number;
  percent: string;
} {
  const withheldBytes = Math.max(0, storedBytes - publicBytes);
  if (storedBytes === 0) return { withheldBytes, percent: "0.0" };
  const share = (withheldBytes / storedBytes) * 100;
  const least = withheldBytes === 0 ? 0 : 0.1;
  const most = publicBytes === 0 ? 100 : 99.9;
  return { withheldBytes, percent: Math.min(most, Math.max(least, share)).toFixed(1) };
}

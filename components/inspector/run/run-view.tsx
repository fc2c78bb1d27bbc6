/** The page of one run: the conversation on the left, the panels on the right. */
"use client";
import { Tabs } from "@base-ui/react/tabs";
import Link from "next/link";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn.ts";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import * as text from "@/lib/messages/inspector-run.ts";
import { ConversationPane } from "../conversation/conversation-pane.tsx";
import { FailureNotice } from "../frame.tsx";
import { RunOfPayloadsProvider } from "../payload-opening.tsx";
import { useMedia, WIDE } from "../use-media.ts";
import { formatCount } from "../values/format-figures.ts";
import { type KeyList, KeysDialog, useKeys } from "./keys-dialog.tsx";
import { OpeningNotice } from "./opening-notice.tsx";
import {
  CONVERSATION,
  DESK,
  fetchPanelCode,
  isPanel,
  openPanel,
  PANELS,
  type Panel,
  shownPanel,
  usePanel,
} from "./panels.ts";
import { RunHeader } from "./run-header.tsx";
import { actOnRun, RUN_KEYS } from "./run-keys.ts";
import { RunPanels } from "./run-panels.tsx";
import { useSelectionFromAddress } from "./selection/use-selection.ts";
import { readSpans } from "./span-tree.ts";
import { preloadRunTrace, useFollowedRunTrace } from "./use-run-trace.ts";

type RunViewProps = {
  runId: string;
  /** Whether the operator may erase the conversation; the server decides again. */
  mayErase: boolean;
  /** Of a run that is judged as a case. */
  review?: RunReview;
};

type RunReview = {
  /** Instead of the conversation on the left, for anybody who may read it as its person did. */
  seen: ((className: string) => ReactNode) | null;
  /** Stands below the two sides. */
  desk: ReactNode;
  back: RunPlace;
  keys: KeyList;
  /** With a stable identity; returns whether the key was handled. */
  act: (event: KeyboardEvent) => boolean;
};

/** The list that a run is opened from. */
type RunPlace = { href: string; label: string };

const RUNS: RunPlace = { href: "/admin/runs", label: text.runs() };

export function RunView({ runId, mayErase, review }: RunViewProps) {
  const back = review?.back ?? RUNS;
  preloadRunTrace(runId);
  const { data, error, refetch } = useFollowedRunTrace(runId);
  useSelectionFromAddress(data && readSpans(data.spans));
  const { isListOpen, setListOpen } = useKeys(review?.act ?? actOnRun);
  usePanelCodeMeanwhile();
  if (data === undefined) {
    return (
      <main className="flex-1 px-4 py-5 lg:px-6">
        <h1 className="sr-only">{text.run()}</h1>
        {error ? (
          <>
            <p className="mb-3 flex items-center gap-1 text-xs text-faint">
              <Link href={back.href} className="rounded-sm hover:text-ink">
                {back.label}
              </Link>
              <span aria-hidden="true">/</span>
              <span className="truncate font-mono">{runId}</span>
            </p>
            <FailureNotice error={error} onRetry={() => refetch()} />
          </>
        ) : (
          <RunSkeleton />
        )}
      </main>
    );
  }
  return (
    <RunOfPayloadsProvider value={runId}>
      <main className="flex min-h-0 flex-1 flex-col lg:overflow-y-auto">
        <RunHeader
          trace={data}
          mayErase={mayErase}
          back={back}
          onListKeys={() => setListOpen(true)}
        />
        {error && (
          <div className="px-4 pb-2 lg:px-6">
            <FailureNotice error={error} stale onRetry={() => refetch()} />
          </div>
        )}
        <OpeningNotice key={runId} runId={runId} />
        <TwoSides runId={runId} trace={data} review={review} />
        <KeysDialog
          keys={review?.keys ?? RUN_KEYS}
          isOpen={isListOpen}
          onClose={() => setListOpen(false)}
        />
      </main>
    </RunOfPayloadsProvider>
  );
}

/** Fetches the open panel's code while the run's trace is loading. */
function usePanelCodeMeanwhile(): void {
  const shown = shownPanel(usePanel());
  useEffect(() => {
    fetchPanelCode(shown).catch(() => undefined);
  }, [shown]);
}

type TwoSidesProps = { runId: string; trace: RunTrace; review: RunReview | undefined };

/** Side by side on a wide screen with the desk below, else one at a time. */
function TwoSides({ runId, trace, review }: TwoSidesProps) {
  const panel = usePanel();
  const left = cn(
    "order-2 lg:col-start-1 lg:row-span-2 lg:row-start-1",
    panel !== CONVERSATION.id && "max-lg:hidden",
  );
  return (
    <div
      className={cn(
        "flex min-h-0 flex-1 flex-col border-t lg:grid lg:min-h-80 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] lg:overflow-y-auto",
        // On a low screen the panel keeps room: the desk gives way, and then all of it scrolls.
        "lg:grid-rows-[auto_minmax(13rem,1fr)]",
        review && "lg:auto-rows-[minmax(11rem,auto)]",
      )}
    >
      {review?.seen?.(left) ?? <ConversationPane runId={runId} trace={trace} className={left} />}
      <PanelTabs
        trace={trace}
        hasDesk={review !== undefined}
        className="sticky top-0 z-20 order-1 min-w-0 border-b lg:col-start-2 lg:row-start-1 lg:border-l"
      />
      <RunPanels
        runId={runId}
        className="order-3 flex-1 lg:col-start-2 lg:row-start-2 lg:border-l"
      />
      {review && (
        <div
          id="desk"
          className={cn(
            "order-4 lg:col-span-2 lg:row-start-3 lg:flex lg:min-h-0 lg:flex-col",
            panel !== DESK.id && "max-lg:hidden",
          )}
        >
          {review.desk}
        </div>
      )}
    </div>
  );
}

/** Placeholder for a run that is loading. */
function RunSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{text.loadingTheRun()}</span>
      <SkeletonLine className="w-40" />
      <SkeletonLine className="h-5 w-2/3 max-w-md" />
      <SkeletonLine className="w-5/6 max-w-3xl" />
      <div className="mt-4 grid gap-5 border-t pt-6">
        <SkeletonLine className="w-1/2" />
        <SkeletonLine className="w-2/3" />
        <SkeletonLine className="w-2/5" />
        <SkeletonLine className="w-3/5" />
      </div>
    </div>
  );
}

type PanelTabsProps = { trace: RunTrace; hasDesk: boolean; className: string };

/** The tabs of a run's panels. On a narrow screen the conversation is one of them, and the desk. */
function PanelTabs({ trace, hasDesk, className }: PanelTabsProps) {
  const isWide = useMedia(WIDE, true);
  const panel = usePanel();
  const open = isWide ? shownPanel(panel) : panel;
  const list = useRef<HTMLDivElement>(null);
  useOpenTabInView(list, open);
  return (
    <Tabs.Root value={open} onValueChange={openPanel} className={className}>
      <Tabs.List
        ref={list}
        activateOnFocus
        aria-label={text.panels()}
        className="scroll-strip flex gap-1 overflow-x-auto px-2 md:px-3"
      >
        {!isWide && <Tab id={CONVERSATION.id} label={CONVERSATION.label()} />}
        {!isWide && hasDesk && <Tab id={DESK.id} label={DESK.label()} />}
        {PANELS.map(({ id, label, ...entry }) => (
          <Tab
            key={id}
            id={id}
            label={label()}
            count={"count" in entry ? formatCount(entry.count(trace)) : undefined}
          />
        ))}
      </Tabs.List>
    </Tabs.Root>
  );
}

/** Scrolls the strip alone, not the page. */
function useOpenTabInView(list: RefObject<HTMLDivElement | null>, open: Panel): void {
  useEffect(() => {
    const tab = document.getElementById(`tab-${open}`);
    if (!list.current || !tab) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [list, open]);
}

function Tab({ id, label, count }: { id: Panel; label: string; count?: string | undefined }) {
  return (
    <Tabs.Tab
      value={id}
      id={`tab-${id}`}
      aria-controls={isPanel(id) ? "panel" : id}
      className={cn(
        "relative h-9 shrink-0 px-2 text-sm whitespace-nowrap text-soft hover:text-ink max-md:px-1 focus-visible:-outline-offset-2",
        "data-active:font-medium data-active:text-ink data-active:after:absolute data-active:after:inset-x-1 data-active:after:bottom-0 data-active:after:h-[2px] data-active:after:rounded-full data-active:after:bg-accent md:data-active:after:inset-x-2",
      )}
    >
      {label}
      {count && (
        <span className="ml-1.5 text-xs font-normal text-faint tabular-nums max-md:hidden">
          {count}
        </span>
      )}
    </Tabs.Tab>
  );
}

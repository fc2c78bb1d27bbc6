"use client";
/** The page of one run: the conversation on the left, the panels on the right. */
import Link from "next/link";
import { useEffect } from "react";
import { cn } from "@/components/ui/cn.ts";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-run.ts";
import { ConversationPane } from "../conversation/conversation-pane.tsx";
import { FailureNotice } from "../failure-notice.tsx";
import { OpeningNotice } from "../opening/opening-notice.tsx";
import { RunOfPayloadsProvider } from "../opening/run-of-payloads.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { PanelTabs } from "./panel-tabs.tsx";
import { RunHeader } from "./run-header.tsx";
import { RunPanels } from "./run-panels.tsx";
import { useSelectionFromAddress } from "./selection/use-selection.ts";
import { readSpans } from "./trace/read-spans.ts";
import { preloadRunTrace, useFollowedRunTrace } from "./trace/use-run-trace.ts";
import { fetchPanelCode, shownPanel, usePanel } from "./use-panel.ts";
import { RUN_KEYS, useRunKeys } from "./use-run-keys.ts";

/** @param mayErase whether the operator may erase the conversation; the server decides again */
export function RunView({ runId, mayErase }: { runId: string; mayErase: boolean }) {
  preloadRunTrace(runId);
  const { data, error, refetch } = useFollowedRunTrace(runId);
  useSelectionFromAddress(data && readSpans(data.spans));
  const { isListOpen, setListOpen } = useRunKeys();
  usePanelCodeMeanwhile();
  if (data === undefined) {
    return (
      <main className="flex-1 px-4 py-5 lg:px-6">
        <h1 className="sr-only">{text.run()}</h1>
        {error ? (
          <>
            <p className="mb-3 flex items-center gap-1 text-xs text-faint">
              <Link href="/admin/runs" className="rounded-sm hover:text-ink">
                {text.runs()}
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
      <main className="flex min-h-0 flex-1 flex-col">
        <RunHeader trace={data} mayErase={mayErase} onListKeys={() => setListOpen(true)} />
        {error && (
          <div className="px-4 pb-2 lg:px-6">
            <FailureNotice error={error} stale onRetry={() => refetch()} />
          </div>
        )}
        <OpeningNotice runId={runId} />
        <TwoSides runId={runId} trace={data} />
        <KeysDialog keys={RUN_KEYS} isOpen={isListOpen} onClose={() => setListOpen(false)} />
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

/** Side by side on a wide screen, else one at a time. */
function TwoSides({ runId, trace }: { runId: string; trace: RunTrace }) {
  const panel = usePanel();
  return (
    <div className="flex min-h-0 flex-1 flex-col border-t lg:grid lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] lg:grid-rows-[auto_minmax(0,1fr)]">
      <ConversationPane
        runId={runId}
        trace={trace}
        className={cn(
          "order-2 lg:col-start-1 lg:row-span-2 lg:row-start-1",
          panel !== "conversation" && "max-lg:hidden",
        )}
      />
      <PanelTabs
        trace={trace}
        className="sticky top-0 z-20 order-1 min-w-0 border-b lg:col-start-2 lg:row-start-1 lg:border-l"
      />
      <RunPanels
        runId={runId}
        className="order-3 flex-1 lg:col-start-2 lg:row-start-2 lg:border-l"
      />
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

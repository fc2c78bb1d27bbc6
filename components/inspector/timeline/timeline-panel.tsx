"use client";
/** The timeline of a run: spans as a tree, beside their durations. */
import { useMemo, useState } from "react";
import * as text from "@/lib/messages/inspector-timeline.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { PanelLoading } from "../run/panel-loading.tsx";
import { useRunTrace } from "../run/trace/use-run-trace.ts";
import { type Axis, wholeAxis } from "./time-axis.ts";
import { TimelineGrid } from "./timeline-grid.tsx";
import { TimelineToolbar } from "./timeline-toolbar.tsx";
import { useCollapsed } from "./use-collapsed.ts";

export function TimelinePanel({ runId }: { runId: string }) {
  const { data, error, refetch } = useRunTrace(runId);
  const tree = useCollapsed(data?.spans ?? null);
  const [zoom, setZoom] = useState<Axis | null>(null);
  const forest = tree?.tree ?? null;
  const run = data?.run ?? null;
  // Memoised, or every row would be rendered again when one branch is folded.
  const whole = useMemo(() => forest && run && wholeAxis(forest.spans, run), [forest, run]);
  if (!data || !tree || !whole)
    return error ? (
      <FailureNotice error={error} onRetry={() => refetch()} className="mx-4 my-4" />
    ) : (
      <PanelLoading />
    );
  if (data.spanCount === 0) {
    return (
      <p className="px-4 py-10 text-center text-soft">
        {data.run.status === "running" ? text.noHopHasStartedYet() : text.noHopWasRecorded()}
      </p>
    );
  }
  const axis = zoom ?? whole;
  return (
    <div className="flex min-w-0 flex-col max-lg:h-[calc(100dvh-2.25rem)] lg:h-full">
      <TimelineToolbar trace={data} tree={tree} isZoomed={zoom !== null} onZoom={setZoom} />
      <TimelineGrid trace={data} tree={tree} axis={axis} />
    </div>
  );
}

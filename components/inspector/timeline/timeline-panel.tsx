/** The timeline of a run: spans as a tree, beside their durations. */
"use client";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import * as text from "@/lib/messages/inspector-timeline.ts";
import { Empty, PanelContent } from "../frame.tsx";
import { useSelection } from "../run/selection/use-selection.ts";
import { useRunTrace } from "../run/use-run-trace.ts";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { FindingIcon } from "./span-looks.ts";
import { type Axis, axisAround, wholeAxis } from "./time-axis.ts";
import { TimelineGrid } from "./timeline-grid.tsx";
import { type CollapsibleTree, findSpan, useCollapsed } from "./use-collapsed.ts";

export function TimelinePanel({ runId }: { runId: string }) {
  return (
    <PanelContent query={useRunTrace(runId)}>{(trace) => <Timeline trace={trace} />}</PanelContent>
  );
}

function Timeline({ trace }: { trace: RunTrace }) {
  const tree = useCollapsed(trace.spans);
  const [zoom, setZoom] = useState<Axis | null>(null);
  const { tree: forest } = tree;
  // Memoised, or every row would be rendered again when one branch is folded.
  const whole = useMemo(() => wholeAxis(forest.spans, trace.run), [forest, trace.run]);
  if (trace.spanCount === 0) {
    return (
      <Empty of="panel">
        {trace.run.status === "running" ? text.noHopHasStartedYet() : text.noHopWasRecorded()}
      </Empty>
    );
  }
  const axis = zoom ?? whole;
  return (
    <div className="flex min-w-0 flex-col max-lg:h-[calc(100dvh-2.25rem)] lg:h-full">
      <TimelineToolbar trace={trace} tree={tree} isZoomed={zoom !== null} onZoom={setZoom} />
      <TimelineGrid trace={trace} tree={tree} axis={axis} />
    </div>
  );
}

type TimelineToolbarProps = {
  trace: RunTrace;
  tree: CollapsibleTree;
  isZoomed: boolean;
  /** Called with the time range to show; null: the whole run. */
  onZoom: (axis: Axis | null) => void;
};

/** The toolbar of the timeline. */
function TimelineToolbar({ trace, tree, isZoomed, onZoom }: TimelineToolbarProps) {
  const picked = findSpan(tree.tree, useSelection());
  const { spanCount, spans } = trace;
  const shown = spans.kind.length;
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-b bg-pane px-4 text-xs">
      <span role="status" className="text-faint tabular-nums">
        <Term name="span">
          {shown < spanCount
            ? text.showingOfSpans({ shown: formatCount(shown), spanCount: formatCount(spanCount) })
            : text.spanCount(amountOf(spanCount))}
        </Term>
      </span>
      {spans.findings.length > 0 && (
        <Button size="sm" className="text-warn" onClick={() => tree.goToFinding()}>
          <FindingIcon className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          {text.findingCount(amountOf(spans.findings.length))}
        </Button>
      )}
      <span className="ml-auto flex">
        {tree.routine.count > 0 && (
          <Button size="sm" aria-pressed={tree.routine.isShown} onClick={tree.routine.toggle}>
            {text.routineEvents(amountOf(tree.routine.count))}
          </Button>
        )}
        <Button size="sm" onClick={tree.expandAll}>
          {text.expandAll()}
        </Button>
        <Button size="sm" onClick={tree.collapseAll}>
          {text.collapseAll()}
        </Button>
        {isZoomed ? (
          <Button size="sm" onClick={() => onZoom(null)}>
            {text.wholeRun()}
          </Button>
        ) : (
          <Button
            size="sm"
            disabled={!picked}
            onClick={() => picked && onZoom(axisAround(picked))}
            className="max-md:hidden"
          >
            {text.zoomToSelection()}
          </Button>
        )}
      </span>
    </div>
  );
}

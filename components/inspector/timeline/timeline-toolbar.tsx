"use client";
/** The toolbar of the timeline. */
import { Button } from "@/components/ui/button.tsx";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-timeline.ts";
import { useSelection } from "../run/selection/use-selection.ts";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { findSpan } from "./find-span.ts";
import { FindingIcon } from "./span-looks.ts";
import { type Axis, axisAround } from "./time-axis.ts";
import type { CollapsibleTree } from "./use-collapsed.ts";

type TimelineToolbarProps = {
  trace: RunTrace;
  tree: CollapsibleTree;
  isZoomed: boolean;
  /** Called with the time range to show; null: the whole run. */
  onZoom: (axis: Axis | null) => void;
};

export function TimelineToolbar({ trace, tree, isZoomed, onZoom }: TimelineToolbarProps) {
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

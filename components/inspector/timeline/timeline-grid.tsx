"use client";
/** The timeline as a virtual tree grid with keyboard control. */
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useRef } from "react";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-timeline.ts";
import { useFollowEnd, useScrollTo } from "../run/selection/use-list-scroll.ts";
import { useSelection } from "../run/selection/use-selection.ts";
import type { Span } from "../run/trace/read-spans.ts";
import { SHORT, useMedia } from "../use-media.ts";
import { findSpan } from "./find-span.ts";
import { ROW, ROW_GROUP, TREE_GRID } from "./grid-roles.ts";
import type { Axis } from "./time-axis.ts";
import { TimelineHead } from "./timeline-head.tsx";
import { TimelineRow } from "./timeline-row.tsx";
import type { CollapsibleTree } from "./use-collapsed.ts";
import { pickSpan, useTimelineKeys } from "./use-timeline-keys.ts";

/** The height of a row, and in a short window, where ten rows have to fit. */
const ROW_PX = 34;
const SHORT_ROW_PX = 28;
type TimelineGridProps = { trace: RunTrace; tree: CollapsibleTree; axis: Axis };

export function TimelineGrid({ trace, tree, axis }: TimelineGridProps) {
  const { tree: forest, rows, rowOf, isCollapsed, setCollapsed } = tree;
  const { spans, children, depths } = forest;
  const scroller = useRef<HTMLDivElement>(null);
  const picked = findSpan(forest, useSelection());
  const pickedIndex = picked?.index ?? -1;
  const pickedRow = rowOf(pickedIndex);
  const rowPx = useRowPx();
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 5,
    scrollPaddingStart: 28,
  });
  useMeasured(list, rowPx);
  const own = useRef<number | null>(null);
  useScrollTo(list, picked ? pickedIndex : null, pickedRow, true, own);
  useFollowEnd(list, rows.length, trace.run.status === "running");
  useRevealed(tree, pickedIndex);

  const onPick = useCallback((span: Span) => {
    own.current = span.index;
    pickSpan(span);
  }, []);
  const onKeyDown = useTimelineKeys(tree, picked);
  const grid = {
    ...TREE_GRID,
    "aria-label": text.timeline(),
    "aria-rowcount": rows.length + 1,
    "aria-activedescendant": pickedRow === null ? undefined : `span-${pickedIndex}`,
    onKeyDown,
  };
  return (
    <div
      ref={scroller}
      {...grid}
      data-list
      className="min-h-0 flex-1 scroll-pt-8 overflow-y-auto focus-visible:-outline-offset-2"
    >
      <TimelineHead axis={axis} />
      <div {...ROW_GROUP} className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index: row, start }) => {
          const span = spans[rows[row] ?? -1];
          if (!span) return null;
          const collapsed = children[span.index] ? isCollapsed(span.index) : null;
          const aria = {
            ...ROW,
            "aria-rowindex": row + 2,
            "aria-level": (depths[span.index] ?? 0) + 1,
            "aria-expanded": collapsed === null ? undefined : !collapsed,
            "aria-selected": span.index === pickedIndex,
          };
          return (
            <div
              key={span.index}
              id={`span-${span.index}`}
              {...aria}
              className="absolute inset-x-0 top-0"
              style={{ height: rowPx, transform: `translateY(${start}px)` }}
            >
              <TimelineRow
                span={span}
                depth={depths[span.index] ?? 0}
                isCollapsed={collapsed}
                isPicked={span.index === pickedIndex}
                axis={axis}
                onPick={onPick}
                onCollapse={setCollapsed}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function useRowPx(): number {
  return useMedia(SHORT, false) ? SHORT_ROW_PX : ROW_PX;
}

/** The list remembers the height of each row. */
function useMeasured(list: Virtualizer<HTMLDivElement, Element>, rowPx: number): void {
  const known = useRef(rowPx);
  useEffect(() => {
    if (known.current === rowPx) return;
    known.current = rowPx;
    list.measure();
  }, [list, rowPx]);
}

/** A selection from elsewhere is revealed, even inside a collapsed branch. */
function useRevealed({ reveal }: CollapsibleTree, index: number): void {
  useEffect(() => {
    if (index >= 0) reveal(index);
  }, [index, reveal]);
}

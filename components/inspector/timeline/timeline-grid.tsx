/** The timeline as a virtual tree grid with keyboard control. */
"use client";
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import * as text from "@/lib/messages/inspector-timeline.ts";
import { trust } from "@/lib/messages/inspector-trust.ts";
import {
  MOVE_KEYS,
  type Move,
  moveTarget,
  useSelectionMoves,
} from "../run/selection/selection-moves.ts";
import { useFollowEnd, useScrollTo } from "../run/selection/use-list-scroll.ts";
import { select, useSelection } from "../run/selection/use-selection.ts";
import type { Span } from "../run/span-tree.ts";
import { SHORT, useMedia } from "../use-media.ts";
import { formatDuration } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { type Axis, ticksOf } from "./time-axis.ts";
import {
  COLUMN_HEAD,
  FIRST_ROW,
  GRID,
  ROW,
  ROW_GROUP,
  TimelineRow,
  TREE_GRID,
} from "./timeline-row.tsx";
import { type CollapsibleTree, findSpan } from "./use-collapsed.ts";

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

/** The header of the timeline with the time scale. */
function TimelineHead({ axis }: { axis: Axis }) {
  const whole = axis.toMs - axis.fromMs;
  return (
    <div {...ROW_GROUP} className="sticky top-0 z-10 border-b bg-pane">
      <div {...FIRST_ROW} className={cn(GRID, "h-7 items-center pr-4 pl-2 text-xs text-faint")}>
        <span {...COLUMN_HEAD} className="pl-6">
          <Term name="hop">{text.hopOrCall()}</Term>
        </span>
        <span {...COLUMN_HEAD}>{text.outcome()}</span>
        <span {...COLUMN_HEAD} className="max-md:hidden">
          <Term name="trust">{trust()}</Term>
        </span>
        <span {...COLUMN_HEAD} className="text-right max-md:leading-3.5">
          {text.duration()}
          <span className="block md:hidden">{trust()}</span>
        </span>
        <span {...COLUMN_HEAD} className="relative ml-4 h-4 overflow-hidden max-md:hidden">
          <span className="sr-only">{text.fromStartToEnd()}</span>
          {ticksOf(axis).map((at) => (
            <span
              key={at}
              aria-hidden="true"
              className="absolute border-l border-line-strong pl-1 leading-4 tabular-nums"
              style={{ left: `${((at - axis.fromMs) / whole) * 100}%` }}
            >
              {at === 0 ? "0" : formatDuration(at)}
            </span>
          ))}
        </span>
      </div>
    </div>
  );
}

/** Keys of the tree grid: up and down among rows, left and right along branches. */
function pickSpan({ hopRef, firstSeq }: Span): void {
  select({ hopRef, seq: firstSeq });
}

function useTimelineKeys(
  { tree, rows, rowOf, isCollapsed, setCollapsed }: CollapsibleTree,
  picked: Span | null,
): (event: KeyboardEvent) => void {
  const index = picked?.index ?? -1;
  const move = (asked: Move) => {
    const row = moveTarget(asked, rowOf(index), rows.length);
    const span = tree.spans[rows[row] ?? -1];
    if (span) pickSpan(span);
  };
  useSelectionMoves(move);
  const goRight = () => {
    if (!tree.children[index]) return;
    if (isCollapsed(index)) setCollapsed(index, false);
    else move("next");
  };
  const goLeft = () => {
    const above = tree.spans[picked?.parent ?? -1];
    if (tree.children[index] && !isCollapsed(index)) setCollapsed(index, true);
    else if (above) pickSpan(above);
  };
  return (event) => {
    const asked = MOVE_KEYS[event.key];
    if (asked) move(asked);
    else if (event.key === "ArrowRight") goRight();
    else if (event.key === "ArrowLeft") goLeft();
    else return;
    event.preventDefault();
  };
}

"use client";
/** The rows of the timeline that are in view: a tree grid, moved through by keys. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useRef } from "react";
import type { RunSkeleton } from "@/lib/contracts/run-skeleton.ts";
import type { Span } from "../run/read-spans.ts";
import { type Move, useSelectionMoves } from "../run/selection-moves.ts";
import { useFollowEnd, useScrollTo } from "../run/use-list-scroll.ts";
import { select, useSelection } from "../run/use-selection.ts";
import { findSpan } from "./find-span.ts";
import { ROW, ROW_GROUP, TREE_GRID } from "./grid-roles.ts";
import type { Axis } from "./time-axis.ts";
import { TimelineHead } from "./timeline-head.tsx";
import { TimelineRow } from "./timeline-row.tsx";
import type { CollapsibleTree } from "./use-collapsed.ts";

const ROW_PX = 34;
const STEPS: Record<string, Move | undefined> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Home: "first",
  End: "last",
};

type TimelineGridProps = { skeleton: RunSkeleton; tree: CollapsibleTree; axis: Axis };

export function TimelineGrid({ skeleton, tree, axis }: TimelineGridProps) {
  const { tree: forest, rows, rowOf, isCollapsed, setCollapsed, reveal } = tree;
  const { spans, children, depths } = forest;
  const scroller = useRef<HTMLDivElement>(null);
  const picked = findSpan(forest, useSelection());
  const pickedIndex = picked?.index ?? -1;
  const pickedRow = rowOf.get(pickedIndex) ?? null;
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    scrollPaddingStart: 28,
  });
  const own = useRef<number | null>(null);
  useScrollTo(list, picked ? pickedIndex : null, pickedRow, own);
  useFollowEnd(list, rows.length, skeleton.run.status === "running");
  // What is picked out elsewhere is shown, even where it lies in something collapsed.
  useEffect(() => {
    if (pickedIndex >= 0) reveal(pickedIndex);
  }, [pickedIndex, reveal]);

  const pick = useCallback(({ hopRef, firstSeq }: Span) => select({ hopRef, seq: firstSeq }), []);
  const onPick = useCallback(
    (span: Span) => {
      own.current = span.index;
      pick(span);
    },
    [pick],
  );
  const move = (asked: Move) => {
    const span = spans[rows[targetOf(asked, pickedRow, rows.length)] ?? -1];
    if (span) pick(span);
  };
  useSelectionMoves(move);
  const turn = (key: string) => {
    if (!picked) return;
    const isBranch = children[pickedIndex] !== undefined;
    const isClosed = isCollapsed(pickedIndex);
    if (key === "ArrowRight" && isBranch) {
      if (isClosed) setCollapsed(pickedIndex, false);
      else move("next");
    }
    if (key !== "ArrowLeft") return;
    const above = spans[picked.parent];
    if (isBranch && !isClosed) setCollapsed(pickedIndex, true);
    else if (above) pick(above);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const asked = STEPS[event.key];
    if (asked) move(asked);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") turn(event.key);
    else return;
    event.preventDefault();
  };
  const grid = {
    ...TREE_GRID,
    "aria-label": "Timeline",
    "aria-rowcount": rows.length + 1,
    "aria-activedescendant": pickedRow === null ? undefined : `span-${pickedIndex}`,
    onKeyDown,
  };
  return (
    <div
      ref={scroller}
      {...grid}
      data-list
      className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
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
              style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
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

function targetOf(move: Move, from: number | null, total: number): number {
  if (move === "first" || (from === null && move === "next")) return 0;
  if (move === "last" || from === null) return total - 1;
  return Math.min(total - 1, Math.max(0, from + (move === "next" ? 1 : -1)));
}

"use client";
/** The rows of the log that are in view. A row's height is its own once it is there. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import type { InspectedEvent } from "@/lib/contracts/inspected-event.ts";
import type { RunSkeleton } from "@/lib/contracts/run-skeleton.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { type Move, useSelectionMoves } from "../run/selection-moves.ts";
import { spanTree } from "../run/span-tree.ts";
import { useFollowEnd, useScrollTo } from "../run/use-list-scroll.ts";
import { select, useSelection } from "../run/use-selection.ts";
import { SCROLL_PANE } from "../values/scroll-pane.ts";
import { depthOf } from "./event-depth.ts";
import { EventRow } from "./event-row.tsx";
import { useEventWindows } from "./use-event-windows.ts";
import { useRank } from "./use-rank.ts";

const ROW_PX = 37;
const STEPS: Record<string, Move | undefined> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Home: "first",
  End: "last",
};

type EventListProps = {
  skeleton: RunSkeleton;
  /** Null: all. */
  types: readonly string[] | null;
  /** How many events there are of these types. */
  total: number;
};

export function EventList({ skeleton, types, total }: EventListProps) {
  const { run, spans } = skeleton;
  const tree = spanTree(spans);
  const scroller = useRef<HTMLDivElement>(null);
  const selection = useSelection();
  const pickedSeq = selection.seq ?? tree.hops.get(selection.hopRef ?? "")?.firstSeq ?? null;
  const rank = useRank(run.id, pickedSeq, types);
  const [openSeqs, setOpenSeqs] = useState<ReadonlySet<number>>(
    () => new Set(selection.seq === null ? [] : [selection.seq]),
  );
  const list = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const items = list.getVirtualItems();
  const windows = useEventWindows(
    run.id,
    types,
    total,
    items[0]?.index ?? 0,
    items.at(-1)?.index ?? 0,
  );
  const own = useRef<number | null>(null);
  useScrollTo(list, pickedSeq, rank, own);
  useFollowEnd(list, total, run.status === "running");
  // What was here when the panel opened stands still; what comes later settles in.
  const [lastSeq] = useState(skeleton.eventCount);

  const pick = useCallback((event: InspectedEvent) => select(toSelection(event)), []);
  const toggle = useCallback(
    (event: InspectedEvent) => {
      own.current = event.seq;
      pick(event);
      setOpenSeqs((before) => flip(before, event.seq));
    },
    [pick],
  );
  const move = (asked: Move) => {
    const index = targetOf(asked, rank, total);
    const event = windows.at(index);
    if (event) pick(event);
    else if (types === null) select({ hopRef: null, seq: index + 1 });
    list.scrollToIndex(index, { align: "auto" });
  };
  useSelectionMoves(move);
  const onKeyDown = (event: KeyboardEvent) => {
    const asked = STEPS[event.key];
    const picked = rank === null ? undefined : windows.at(rank);
    if (asked) move(asked);
    else if (event.key === "Enter" && event.target === event.currentTarget && picked)
      setOpenSeqs((before) => flip(before, picked.seq));
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      data-list
      {...SCROLL_PANE}
      {...{ onKeyDown }}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      {windows.error !== null && <FailureNotice error={windows.error} onRetry={windows.refetch} />}
      <ol aria-label="Events" className="relative" style={{ height: list.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const event = windows.at(index);
          return (
            <li
              key={key}
              ref={list.measureElement}
              data-index={index}
              data-seq={event?.seq}
              aria-posinset={index + 1}
              aria-setsize={total}
              aria-current={event && event.seq === pickedSeq ? "true" : undefined}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {event ? (
                <EventRow
                  runId={run.id}
                  event={event}
                  originAt={run.startedAt}
                  depth={depthOf(event, tree)}
                  isOpen={openSeqs.has(event.seq)}
                  isPicked={event.seq === pickedSeq}
                  isNew={event.seq > lastSeq}
                  onToggle={toggle}
                />
              ) : (
                <div className="border-b px-4 py-2 text-xs leading-5 text-faint">
                  {types === null ? index + 1 : "…"}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function toSelection({ seq, body }: InspectedEvent) {
  return { hopRef: "hopRef" in body ? body.hopRef : null, seq };
}

function targetOf(move: Move, from: number | null, total: number): number {
  if (move === "first" || (from === null && move === "next")) return 0;
  if (move === "last" || from === null) return total - 1;
  return Math.min(total - 1, Math.max(0, from + (move === "next" ? 1 : -1)));
}

function flip(seqs: ReadonlySet<number>, seq: number): Set<number> {
  const next = new Set(seqs);
  if (!next.delete(seq)) next.add(seq);
  return next;
}

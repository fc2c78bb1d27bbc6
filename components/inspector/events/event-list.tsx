/** The log as a virtual list. Each row is measured once it is drawn. */
"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import { EventRank } from "@/lib/contracts/inspector/events/event-page.ts";
import type { InspectedEvent } from "@/lib/contracts/inspector/events/inspected-event.ts";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import * as text from "@/lib/messages/inspector-events.ts";
import { useInspected } from "../fetch-inspected.ts";
import { FailureNotice, SCROLL_PANE } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { useFollowEnd, useScrollTo } from "../run/selection/use-list-scroll.ts";
import { useSelection } from "../run/selection/use-selection.ts";
import { type SpanTree, spanTree } from "../run/span-tree.ts";
import { EventRow } from "./event-row.tsx";
import { pickEvent, useEventKeys, useEventWindows, useRowCount } from "./use-event-rows.ts";

const ROW_PX = 37;
type EventListProps = {
  trace: RunTrace;
  /** The chosen types; null: all. */
  types: readonly string[] | null;
  /** Number of events of these types, by the run's trace. */
  total: number;
  /** Called where the selected event is folded away. */
  onFolded?: () => void;
};

export function EventList({ trace, types, total: known, onFolded }: EventListProps) {
  const { run } = trace;
  const tree = spanTree(trace.spans);
  const shown = { runId: run.id, types, isGrowing: run.status === "running" };
  const total = useRowCount(shown, known, tree);
  const scroller = useRef<HTMLDivElement>(null);
  const selection = useSelection();
  const pickedSeq = selection.seq ?? tree.hops.get(selection.hopRef ?? "")?.firstSeq ?? null;
  const rank = useRank(run.id, pickedSeq, types, onFolded);
  const { openSeqs, flipRow } = useOpenSeqs(selection.seq);
  const list = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const items = list.getVirtualItems();
  const windows = useEventWindows(shown, total, items);
  const own = useRef<number | null>(null);
  const isHere = windows.at(rank ?? -1) !== undefined;
  useScrollTo(list, pickedSeq, rank, isHere, own);
  useFollowEnd(list, total, shown.isGrowing);
  // Events that existed when the panel opened appear at once; later ones are animated.
  const [lastSeq] = useState(trace.eventCount);

  const toggle = useToggle(own, flipRow);
  const isWhole = types === null;
  // Keys move from a row that is drawn, also before the server has told its place.
  const drawn = items.find(({ index }) => windows.at(index)?.seq === pickedSeq)?.index ?? null;
  const show = (index: number) => list.scrollToIndex(index);
  const at = { seq: pickedSeq, rank: rank ?? drawn };
  const onKeyDown = useEventKeys({ windows, ...at, total, isWhole, flipRow, show });
  return (
    <div
      ref={scroller}
      data-list
      {...{ ...SCROLL_PANE, onKeyDown }}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      {windows.error !== null && (
        <FailureNotice error={windows.error} onRetry={windows.refetch} className="mx-4 my-3" />
      )}
      <ol aria-label={text.events()} className="relative" style={{ height: list.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const event = windows.at(index);
          const isPicked = event !== undefined && event.seq === pickedSeq;
          return (
            <Place
              key={key}
              place={{ index, start, total }}
              isPicked={isPicked}
              measure={list.measureElement}
              seq={event?.seq}
            >
              {event ? (
                <EventRow
                  runId={run.id}
                  event={event}
                  originAt={run.startedAt}
                  depth={depthOf(event, tree)}
                  isOpen={openSeqs.has(event.seq)}
                  isPicked={isPicked}
                  isNew={event.seq > lastSeq}
                  onToggle={toggle}
                />
              ) : (
                <RowOnItsWay place={isWhole ? index + 1 : null} isFailed={windows.error !== null} />
              )}
            </Place>
          );
        })}
      </ol>
    </div>
  );
}

/** A press on a row picks its event and opens or closes it; the list stays where it is. */
function useToggle(own: RefObject<number | null>, flipRow: (seq: number) => void) {
  return useCallback(
    (event: InspectedEvent) => {
      own.current = event.seq;
      pickEvent(event);
      flipRow(event.seq);
    },
    [own, flipRow],
  );
}

type PlaceProps = {
  /** `start`: pixels from the list's top. */
  place: { index: number; start: number; total: number };
  /** Undefined while the event is loading. */
  seq: number | undefined;
  isPicked: boolean;
  measure: (element: Element | null) => void;
  children: ReactNode;
};

/** A row's place in the list, whether or not its event has loaded. */
function Place({ place, seq, isPicked, measure, children }: PlaceProps) {
  const { index, start, total } = place;
  return (
    <li
      ref={measure}
      data-index={index}
      data-seq={seq}
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-current={isPicked ? "true" : undefined}
      className="absolute inset-x-0 top-0"
      style={{ transform: `translateY(${start}px)` }}
    >
      {children}
    </li>
  );
}

function RowOnItsWay({ place, isFailed }: { place: number | null; isFailed: boolean }) {
  return (
    <div className="flex items-center gap-2 border-b py-2 pr-4 pl-[2.375rem] text-xs leading-5 text-faint">
      <span className="min-w-6 text-right font-mono">{place ?? "…"}</span>
      {isFailed ? (
        <span className="pl-3">{text.notLoaded()}</span>
      ) : (
        <SkeletonLine className="ml-3 h-2.5 w-1/3" />
      )}
    </div>
  );
}

/** The depth of an event in the tree of hops; events inside a hop lie one level below its start and end. Pure. */
function depthOf({ body }: InspectedEvent, { hops, depths }: SpanTree): number {
  if (!("hopRef" in body)) return 0;
  const depth = depths[hops.get(body.hopRef)?.index ?? -1] ?? 0;
  return body.type === "hop.started" || body.type === "hop.ended" ? depth : depth + 1;
}

/** The open rows of the log, at first the row that the address selects. */
type OpenSeqs = {
  openSeqs: ReadonlySet<number>;
  /** A stable function; otherwise every row would be rendered again. */
  flipRow: (seq: number) => void;
};

function useOpenSeqs(first: number | null): OpenSeqs {
  const [openSeqs, setOpenSeqs] = useState<ReadonlySet<number>>(
    () => new Set(first === null ? [] : [first]),
  );
  const flipRow = useCallback((seq: number) => setOpenSeqs((before) => flip(before, seq)), []);
  return { openSeqs, flipRow };
}

function flip(seqs: ReadonlySet<number>, seq: number): Set<number> {
  const next = new Set(seqs);
  if (!next.delete(seq)) next.add(seq);
  return next;
}

/** @returns rank null while it is unknown, and where nothing is selected or the selected event is not shown */
function useRank(
  runId: string,
  seq: number | null,
  types: readonly string[] | null,
  onFolded: (() => void) | undefined,
): number | null {
  const list = types?.join(",") ?? "";
  const address = `/api/admin/runs/${runId}/events/${seq}?${new URLSearchParams({ rankIn: list })}`;
  const { data } = useInspected(inspectorKeys.rank(runId, list, seq), EventRank, address, {
    staleTime: Number.POSITIVE_INFINITY,
    enabled: types !== null && seq !== null,
  });
  const isFolded = seq !== null && types !== null && data?.isShown === false;
  useEffect(() => {
    if (isFolded) onFolded?.();
  }, [isFolded, onFolded]);
  if (seq === null || isFolded) return null;
  return types === null ? seq - 1 : (data?.rank ?? null);
}

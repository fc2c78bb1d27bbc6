/** The hops of a run as a virtual list, each with the size of what it received. */
"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { HopInput } from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import * as texts from "@/lib/messages/inspector-envelope.ts";
import { HOP_ICONS } from "../graph/canvas/graph-node.tsx";
import { describePassed, FINDING_WORDS } from "../graph/hops/describe-node.ts";
import type { Hop } from "../graph/hops/read-hops.ts";
import { type HopRow, orderHops, useHopInputs } from "../graph/hops/use-hops.ts";
import { formatCount } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";

const ROW_PX = 46;
/** Rows per request, so that scrolling does not cause one request per row. */
const CHUNK_ROWS = 100;
const INDENT_MAX = 8;

type HopListProps = {
  runId: string;
  hops: readonly Hop[];
  /** The number of hops in the database. */
  all: number;
  selected: number;
  onSelect: (hop: Hop) => void;
  className: string;
};

export function HopList({ runId, hops, all, selected, onSelect, className }: HopListProps) {
  const pane = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => orderHops(hops), [hops]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => pane.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const passed = useHopInputs(runId, seqsAround(items[0]?.index ?? 0, rows, hops));
  const place = rows.findIndex(({ index }) => index === selected);
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: "auto" });
  }, [place, virtual]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextPlace(event.key, place, rows.length);
    const hop = to === null ? undefined : hops[rows[to]?.index ?? -1];
    if (!hop) return;
    event.preventDefault();
    onSelect(hop);
  };
  return (
    <div className={cn("flex min-h-0 flex-col", className)}>
      <p className="border-b px-4 py-2 text-xs text-faint tabular-nums">
        {texts.showingOfHops({ hops: formatCount(hops.length), all: formatCount(all) })}
      </p>
      {/* Not the library's listbox, because only the visible rows of thousands are rendered. */}
      <div
        ref={pane}
        role="listbox"
        data-list
        aria-label={texts.hops()}
        aria-activedescendant={place < 0 ? undefined : `envelope-hop-${place}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
      >
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            const hop = hops[row?.index ?? -1];
            if (!row || !hop) return null;
            return (
              <HopOption
                key={hop.seq}
                place={index}
                count={rows.length}
                top={start}
                hop={hop}
                depth={row.depth}
                isSelected={row.index === selected}
                passed={passed.get(hop.seq)}
                onSelect={onSelect}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

type HopOptionProps = {
  place: number;
  count: number;
  top: number;
  hop: Hop;
  depth: number;
  isSelected: boolean;
  passed: HopInput | undefined;
  onSelect: (hop: Hop) => void;
};

function HopOption({
  place,
  count,
  top,
  hop,
  depth,
  isSelected,
  passed,
  onSelect,
}: HopOptionProps) {
  const Icon = HOP_ICONS[hop.kind];
  const findings = [...new Set(hop.findings.map(({ code }) => FINDING_WORDS[code]()))].join(", ");
  return (
    <div
      role="option"
      id={`envelope-hop-${place}`}
      aria-selected={isSelected}
      aria-posinset={place + 1}
      aria-setsize={count}
      tabIndex={-1}
      onClick={() => onSelect(hop)}
      onKeyDown={(event) => {
        if (event.key === "Enter") onSelect(hop);
      }}
      className={cn(
        "absolute inset-x-0 flex cursor-pointer items-start gap-2 border-b px-4 py-1.5 text-xs",
        isSelected ? "bg-accent-wash shadow-[inset_2px_0_0_var(--color-accent)]" : "hover:bg-hover",
      )}
      style={{
        top,
        height: ROW_PX,
        paddingInlineStart: `${1 + Math.min(depth, INDENT_MAX) * 0.75}rem`,
      }}
    >
      <Icon className="mt-0.5 size-3.5 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate">
            <span className="font-medium">
              <InertText text={hop.name} />
            </span>{" "}
            <span className="font-mono text-faint">
              <InertText text={hop.ref} />
            </span>
          </span>
          {findings && (
            <span className="flex min-w-0 shrink items-center gap-1 text-warn">
              <TriangleAlert className="size-3 shrink-0" strokeWidth={2} aria-hidden="true" />
              <span className="truncate">{findings}</span>
            </span>
          )}
        </span>
        <span className="block truncate text-faint">
          {hop.kind} · {passed ? describePassed(passed) : "…"}
        </span>
      </span>
    </div>
  );
}

function seqsAround(first: number, rows: readonly HopRow[], hops: readonly Hop[]): number[] {
  const from = Math.floor(first / CHUNK_ROWS) * CHUNK_ROWS;
  return rows.slice(from, from + 2 * CHUNK_ROWS).map(({ index }) => hops[index]?.seq ?? 0);
}

/** @returns null for a key that moves nowhere */
function nextPlace(key: string, place: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return Math.min(count - 1, place + 1);
    case "ArrowUp":
      return Math.max(0, place - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** The hop graph as a virtual table with the same hops, edges and findings. */
"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, memo, type Ref, useEffect, useMemo, useRef } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { HopInput } from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import * as text from "@/lib/messages/inspector-graph.ts";
import * as texts from "@/lib/messages/inspector-graph.ts";
import { SCROLL_PANE } from "../frame.tsx";
import { TrustWord } from "../trust/trust-mark.tsx";
import { formatDuration, formatOffset } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { HOP_ICONS } from "./canvas/graph-node.tsx";
import {
  describeOutcome,
  describePassed,
  explainFinding,
  FINDING_WORDS,
} from "./hops/describe-node.ts";
import type { Hop } from "./hops/read-hops.ts";
import { orderHops, useHopInputs } from "./hops/use-hops.ts";
import { growForest } from "./layout/aggregate-hops.ts";
import { findParallel } from "./layout/lay-out-graph.ts";

const ROW_PX = 34;
/** Height of the header row, which stays visible. */
const HEAD_PX = 32;
/** Rows per request, so that scrolling does not cause one request per row. */
const CHUNK_ROWS = 100;
const HEAD =
  "sticky top-0 z-10 bg-pane px-2 py-1.5 text-xs font-normal text-faint whitespace-nowrap";

const CELL = "px-2 py-2 align-top text-xs";
/** For columns that need a wide pane. On a narrow one, the hop's own cell has their content. */
const WIDE = "@max-2xl:hidden";
/** Deeper hops are not indented further, for lack of room. */
const INDENT_MAX = 12;
/** One hop as a row. */
const GraphTableRow = memo(function GraphTableRow(props: GraphTableRowProps) {
  const { hop, parent, depth, isSelected, passed } = props;
  const Icon = HOP_ICONS[hop.kind];
  const what = describePassed(passed) || "…";
  const began = `${formatOffset(hop.startMs)} s`;
  return (
    <tr
      ref={props.measure}
      data-index={props.dataIndex}
      aria-rowindex={props.rowIndex}
      aria-selected={isSelected}
      className={cn(
        "relative border-b hover:bg-hover",
        isSelected && "bg-accent-wash shadow-[inset_2px_0_0_var(--color-accent)]",
      )}
    >
      <td className="px-2 py-1.5 pl-4 align-top">
        <div
          className="flex items-start gap-2"
          style={{ paddingInlineStart: `${Math.min(depth, INDENT_MAX) * 0.9}rem` }}
        >
          <Icon
            className="mt-[0.1875rem] size-3.5 shrink-0 text-faint"
            strokeWidth={1.75}
            aria-hidden
          />
          <div className="min-w-0">
            <button
              type="button"
              onClick={() => props.onSelect(hop)}
              aria-pressed={isSelected}
              className="rounded-sm text-left font-medium wrap-anywhere after:absolute after:inset-0"
            >
              <InertText text={hop.name} />
            </button>{" "}
            <span className="text-xs text-faint">
              <span className="font-mono wrap-anywhere">
                <InertText text={hop.ref} />
              </span>
              {` · ${hop.kind}`}
            </span>{" "}
            {hop.trust !== null && (
              <span className="text-xs whitespace-nowrap">
                <TrustWord trust={hop.trust} />
              </span>
            )}
            <span className="block text-xs text-faint @2xl:hidden">
              {parent && (
                <>
                  {texts.calledBy()} <InertText text={nameOf(parent)} />
                  {" · "}
                </>
              )}
              {texts.passedAndBegan({ passed: what, began })}
            </span>
            <Findings hop={hop} />
          </div>
        </div>
      </td>
      <td className={cn(CELL, WIDE, "text-soft wrap-anywhere")}>
        {parent ? <InertText text={nameOf(parent)} /> : "–"}
      </td>
      <td className={cn(CELL, WIDE, "text-soft tabular-nums")}>{what}</td>
      <td className={cn(CELL, hop.outcome === "failed" && "font-medium text-danger")}>
        {describeOutcome(hop)}
      </td>
      <td className={cn(CELL, WIDE, "text-right whitespace-nowrap tabular-nums")}>{began}</td>
      <td className={cn(CELL, "pr-4 text-right whitespace-nowrap tabular-nums")}>
        {hop.durationMs < 0 ? "–" : formatDuration(hop.durationMs)}
        {props.isParallel && <span className="block text-faint">{texts.parallel()}</span>}
      </td>
    </tr>
  );
});

function Findings({ hop }: { hop: Hop }) {
  return hop.findings.map(({ code, text }) => (
    <p key={`${code}${text}`} className="flex items-start gap-1.5 pt-1 text-xs text-soft">
      <Chip tone="warn" className="relative z-1" {...explainFinding(code)}>
        {FINDING_WORDS[code]()}
      </Chip>
      <span className="min-w-0 pt-0.5 wrap-anywhere">
        <InertText text={text} />
      </span>
    </p>
  ));
}

type GraphTableProps = {
  runId: string;
  hops: readonly Hop[];
  selected: number;
  onSelect: (hop: Hop) => void;
};

export function GraphTable({ runId, hops, selected, onSelect }: GraphTableProps) {
  const pane = useRef<HTMLElement>(null);
  const rows = useMemo(() => orderHops(hops), [hops]);
  const parallel = useMemo(() => findParallel(growForest(hops)), [hops]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => pane.current,
    estimateSize: () => ROW_PX,
    getItemKey: (place) => hops[rows[place]?.index ?? -1]?.seq ?? place,
    overscan: 12,
    scrollPaddingStart: HEAD_PX,
  });
  const items = virtual.getVirtualItems();
  const passed = useHopInputs(runId, chunkOf(items[0]?.index ?? 0, rows, hops));
  const place = rows.findIndex(({ index }) => index === selected);
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: "auto" });
  }, [place, virtual]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const hop = step === undefined ? undefined : hops[rows[place + step]?.index ?? -1];
    if (!hop) return;
    event.preventDefault();
    onSelect(hop);
  };
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // Arrow keys reach the rows from the pane.
    <section
      ref={pane}
      {...SCROLL_PANE}
      aria-label={text.hopsAsATable()}
      onKeyDown={onKeyDown}
      data-list
      className="@container min-h-0 flex-1 scroll-pt-9 overflow-auto focus-visible:-outline-offset-2"
    >
      <table className="w-full table-fixed text-left" aria-rowcount={rows.length + 1}>
        <caption className="sr-only">{text.hopsParentsBeforeChildren()}</caption>
        <Head />
        <tbody>
          <Spacer height={before} />
          {items.map(({ index: at, key }) => {
            const row = rows[at];
            const hop = hops[row?.index ?? -1];
            if (!row || !hop) return null;
            return (
              <GraphTableRow
                key={key}
                hop={hop}
                parent={hops[hop.parent]}
                depth={row.depth}
                rowIndex={at + 2}
                isParallel={parallel[row.index] ?? false}
                isSelected={row.index === selected}
                passed={passed.get(hop.seq)}
                onSelect={onSelect}
                measure={virtual.measureElement}
                dataIndex={at}
              />
            );
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </section>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={6} style={{ height, padding: 0 }} />
    </tr>
  );
}

/** `seq`s of the rows around the first visible one. */
function chunkOf(first: number, rows: ReturnType<typeof orderHops>, hops: readonly Hop[]) {
  const from = Math.floor(first / CHUNK_ROWS) * CHUNK_ROWS;
  return rows.slice(from, from + 2 * CHUNK_ROWS).map(({ index }) => hops[index]?.seq ?? 0);
}

function Head() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className={cn(HEAD, "pl-4")}>
          <Term name="hop">{text.hop()}</Term>
        </th>
        <th className={cn(HEAD, WIDE, "w-40")}>
          <Term name="parentHop">{text.calledByHeading()}</Term>
        </th>
        <th className={cn(HEAD, WIDE, "w-44")}>
          <Term name="passed">{text.received()}</Term>
        </th>
        <th className={cn(HEAD, "w-20")}>{text.outcome()}</th>
        <th className={cn(HEAD, WIDE, "w-20 text-right")}>{text.began()}</th>
        <th className={cn(HEAD, "w-20 pr-4 text-right")}>{text.took()}</th>
      </tr>
    </thead>
  );
}

type GraphTableRowProps = {
  hop: Hop;
  parent: Hop | undefined;
  depth: number;
  rowIndex: number;
  isParallel: boolean;
  isSelected: boolean;
  passed: HopInput | undefined;
  onSelect: (hop: Hop) => void;
  measure: Ref<HTMLTableRowElement>;
  dataIndex: number;
};

function nameOf({ name, ref }: Hop): string {
  return `${name} ${ref}`;
}

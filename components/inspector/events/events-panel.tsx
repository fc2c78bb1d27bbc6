"use client";
/** The log of a run: every event in order, each opening to everything it carries. */
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import type { RunInspection } from "@/lib/contracts/inspector.ts";
import { pickEvent, usePanel } from "../run/use-panel.ts";
import { depthsOf, foldSpans } from "../timeline/fold-spans.ts";
import { EventRow } from "./event-row.tsx";
import { depthOf, foldLog } from "./fold-log.ts";

type Shown = "all" | "hidden";

export function EventsPanel({ inspection }: { inspection: RunInspection }) {
  const { events, run, hasMore } = inspection;
  const { pickedSeq } = usePanel();
  const [shown, setShown] = useState<Shown>("all");
  const [openSeqs, setOpenSeqs] = useState<ReadonlySet<number>>(
    new Set(pickedSeq ? [pickedSeq] : []),
  );
  const list = useRef<HTMLOListElement>(null);
  const originMs = Date.parse(events[0]?.at ?? run.startedAt);
  const depths = useMemo(() => depthsOf(foldSpans(events, originMs)), [events, originMs]);
  const rows = useMemo(
    () =>
      foldLog(shown === "all" ? events : events.filter((event) => event.visibility === "hidden")),
    [events, shown],
  );
  // What was here when the panel opened stands still; what comes later settles in.
  const [lastSeq] = useState(events.at(-1)?.seq ?? 0);
  const clickedSeq = useRef<number | null>(null);
  useEffect(() => {
    // Who clicks a row is looking at it; who comes by its address has to be brought there, once rows have their size.
    if (pickedSeq === null || clickedSeq.current === pickedSeq) return;
    const frame = requestAnimationFrame(() => {
      const picked = list.current?.querySelector(`[data-seq="${pickedSeq}"]`);
      if (picked && !isInView(picked)) picked.scrollIntoView({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [pickedSeq]);

  // The same function from one rendering to the next, or every row would be rendered again.
  const toggle = useCallback((seq: number, isOpen: boolean) => {
    setOpenSeqs((before) => (isOpen ? new Set(before).add(seq) : without(before, seq)));
    clickedSeq.current = seq;
    pickEvent(isOpen ? seq : null);
  }, []);
  const isAllOpen = rows.length > 0 && rows.every((row) => openSeqs.has(row.event.seq));
  const openAll = () => setOpenSeqs(new Set(isAllOpen ? [] : rows.map((row) => row.event.seq)));

  return (
    <div className="min-w-0 pb-10">
      <div className="sticky top-9 z-10 flex h-9 items-center gap-2 border-b bg-pane px-4 text-xs lg:top-0">
        <label className="flex cursor-pointer items-center gap-1.5 text-soft">
          <input
            type="checkbox"
            className="accent-accent"
            checked={shown === "hidden"}
            onChange={(event) => setShown(event.target.checked ? "hidden" : "all")}
          />
          Only what was hidden
        </label>
        <Button size="sm" className="ml-auto" onClick={openAll} disabled={rows.length === 0}>
          {isAllOpen ? "Close all" : "Open all"}
        </Button>
      </div>
      {rows.length === 0 && (
        <p className="px-4 py-10 text-center text-soft">
          {run.status === "running"
            ? "Nothing recorded yet."
            : "Nothing was recorded for this run."}
        </p>
      )}
      <ol ref={list} aria-label="Events" onKeyDown={moveFocus}>
        {rows.map((row) => (
          <EventRow
            key={row.event.seq}
            row={row}
            originMs={originMs}
            depth={depthOf(row, depths)}
            isOpen={openSeqs.has(row.event.seq)}
            isPicked={row.event.seq === pickedSeq}
            isNew={row.event.seq > lastSeq}
            onToggle={toggle}
          />
        ))}
      </ol>
      {(run.status === "running" || hasMore) && (
        <p role="status" className="px-4 py-3 text-xs">
          <span className="glint-text">
            {hasMore ? "Reading more of the log" : "Still going on"}
          </span>
        </p>
      )}
    </div>
  );
}

function without(seqs: ReadonlySet<number>, seq: number): Set<number> {
  const fewer = new Set(seqs);
  fewer.delete(seq);
  return fewer;
}

/** True where its beginning can be seen, with room below it. */
function isInView(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  return top >= 96 && top <= window.innerHeight * 0.7;
}

/** Up and down between the rows. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target as HTMLElement).matches("[data-row]")) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const next = rows[rows.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

"use client";
/** The log of a run: every event in order, each opening to everything it carries. */
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import type { RunInspection } from "@/lib/contracts/inspector.ts";
import { depthsOf, foldSpans } from "../timeline/fold-spans.ts";
import { EventRow } from "./event-row.tsx";
import { depthOf, foldLog } from "./fold-log.ts";
import { useOpenRows } from "./use-open-rows.ts";

type Shown = "all" | "hidden";

export function EventsPanel({ inspection }: { inspection: RunInspection }) {
  const { events, run, hasMore } = inspection;
  const [shown, setShown] = useState<Shown>("all");
  const list = useRef<HTMLOListElement>(null);
  const { openSeqs, pickedSeq, toggle, openOnly } = useOpenRows(list);
  const originMs = Date.parse(events[0]?.at ?? run.startedAt);
  const depths = useMemo(() => depthsOf(foldSpans(events, originMs)), [events, originMs]);
  const rows = useMemo(
    () =>
      foldLog(shown === "all" ? events : events.filter((event) => event.visibility === "hidden")),
    [events, shown],
  );
  // What was here when the panel opened stands still; what comes later settles in.
  const [lastSeq] = useState(events.at(-1)?.seq ?? 0);
  const isAllOpen = rows.length > 0 && rows.every((row) => openSeqs.has(row.event.seq));
  const openAll = () => openOnly(isAllOpen ? [] : rows.map((row) => row.event.seq));

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

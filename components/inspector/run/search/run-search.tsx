"use client";
/** The search field of a run. Arrow keys choose an event that was found. */
import { Search } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { RunSearchHit } from "@/lib/contracts/inspector/run/run-search.ts";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-run.ts";
import { select } from "../selection/use-selection.ts";
import { openPanel, usePanel } from "../use-panel.ts";
import { SearchHits } from "./search-hits.tsx";
import { useRunSearch, WORDS_MIN } from "./use-run-search.ts";

export function RunSearch({ trace: { run, eventCount } }: { trace: RunTrace }) {
  const [written, setWritten] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const panel = usePanel();
  const { data, error, isFetching } = useRunSearch(run.id, written, eventCount);
  const isAsked = written.trim().length >= WORDS_MIN;
  const hits = (isAsked && data?.hits) || [];
  const pick = (hit: RunSearchHit) => {
    select({ hopRef: hit.hopRef, seq: hit.seq });
    if (panel !== "timeline") openPanel("events");
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      if (isOpen) setOpen(false);
      else event.currentTarget.blur();
    } else if (event.key === "Enter") {
      const hit = hits[active];
      if (hit) pick(hit);
    } else if (step === undefined) return;
    else {
      setOpen(true);
      setActive(Math.min(hits.length - 1, Math.max(0, active + step)));
    }
    event.preventDefault();
  };
  const isListOpen = isOpen && isAsked;
  return (
    <div className="relative w-full md:w-72">
      <Search
        aria-hidden="true"
        strokeWidth={1.75}
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        data-run-search
        role="combobox"
        aria-label={text.searchInThisRun()}
        aria-keyshortcuts="/"
        aria-expanded={isListOpen}
        aria-controls="run-search-hits"
        aria-autocomplete="list"
        aria-activedescendant={isListOpen && hits[active] ? `hit-${hits[active].seq}` : undefined}
        placeholder={text.searchInThisRun()}
        value={written}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setWritten(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        className="h-8 w-full rounded-md border border-field bg-canvas pr-2 pl-8 text-sm placeholder:text-faint"
      />
      {isListOpen && (
        <SearchHits
          search={data}
          isReading={isFetching}
          error={error}
          active={active}
          onPick={pick}
        />
      )}
    </div>
  );
}

"use client";
/** The events that a search found, with the words in context. */
import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { RunSearch, RunSearchHit } from "@/lib/contracts/inspector/run/run-search.ts";
import * as texts from "@/lib/messages/inspector-run.ts";
import { describeFailure } from "../../fetch-inspected.ts";
import { formatCount, formatNoun } from "../../values/format-figures.ts";
import { InertText } from "../../values/text/inert-text.tsx";

type SearchHitsProps = {
  /** Undefined before the first answer. */
  search: RunSearch | undefined;
  isReading: boolean;
  error: unknown;
  /** Index of the hit that Enter picks out. */
  active: number;
  onPick: (hit: RunSearchHit) => void;
};

export function SearchHits({ search, isReading, error, active, onPick }: SearchHitsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const hits = search?.hits ?? [];
  return (
    <div className="absolute right-0 left-0 z-30 mt-1 flex max-h-[60dvh] flex-col rounded-md border bg-raised shadow-floating md:left-auto md:w-[28rem]">
      <p role="status" className="border-b px-3 py-2 text-xs text-faint tabular-nums">
        {error ? describeFailure(error) : search ? summarise(search) : isReading ? "Searching" : ""}
      </p>
      <div
        ref={list}
        role="listbox"
        id="run-search-hits"
        aria-label={texts.eventsFound()}
        className="min-h-0 overflow-y-auto py-1"
      >
        {hits.map((hit, index) => (
          <Hit key={hit.seq} hit={hit} isActive={index === active} onPick={onPick} />
        ))}
      </div>
      {search?.scope === "open" && (
        <p className="border-t px-3 py-2 text-xs text-faint">
          {texts.searchedNamesIdsFindingsAndWhat()}
        </p>
      )}
    </div>
  );
}

type HitProps = { hit: RunSearchHit; isActive: boolean; onPick: (hit: RunSearchHit) => void };

function Hit({ hit, isActive, onPick }: HitProps) {
  const { seq, type, hopRef, excerpt } = hit;
  return (
    <div
      role="option"
      id={`hit-${seq}`}
      aria-selected={isActive}
      tabIndex={-1}
      // Before the field loses the focus, and the list with it.
      onMouseDown={(event) => {
        event.preventDefault();
        onPick(hit);
      }}
      className={cn("cursor-pointer px-3 py-1.5 hover:bg-hover", isActive && "bg-hover")}
    >
      <p className="flex gap-2 text-xs">
        <span className="font-mono text-faint">{seq}</span>
        <span className="font-medium">{type}</span>
        <span className="ml-auto truncate font-mono text-faint">{hopRef}</span>
      </p>
      {excerpt && (
        <p className="mt-0.5 truncate font-mono text-xs text-soft">
          <span className="text-faint">{excerpt.field}: </span>
          <InertText text={excerpt.before.slice(-24)} />
          <mark className="rounded-sm bg-accent-wash text-accent-strong">
            <InertText text={excerpt.match} />
          </mark>
          <InertText text={excerpt.after} />
        </p>
      )}
    </div>
  );
}

function summarise({ hits, total }: RunSearch): string {
  if (total === 0) return texts.noEventHoldsTheseWords();
  if (hits.length < total)
    return texts.showingOfEvents({ hits: formatCount(hits.length), total: formatCount(total) });
  return formatNoun(total, "event");
}

/** The results of a search: the number of events, each with its context, and what was searched. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RunSearch, type RunSearchHit } from "@/lib/contracts/inspector/run/run-search.ts";
import * as texts from "@/lib/messages/inspector-run.ts";
import { describeFailure, fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";

type SummaryProps = {
  /** Undefined before the first answer. */
  search: RunSearch | undefined;
  isReading: boolean;
  error: unknown;
};

export function SearchSummary({ search, isReading, error }: SummaryProps) {
  return (
    <p role="status" className="border-b px-3 py-2 text-xs text-faint tabular-nums">
      {error
        ? describeFailure(error)
        : search
          ? summarise(search)
          : isReading
            ? texts.searching()
            : ""}
    </p>
  );
}

/** A note for auditors, for whom not everything is searched. */
export function SearchScope({ search }: { search: RunSearch | undefined }) {
  if (search?.scope !== "open") return null;
  return (
    <p className="border-t px-3 py-2 text-xs text-faint">
      {texts.searchedNamesIdsFindingsAndWhat()}
    </p>
  );
}

export function Hit({ hit: { seq, type, hopRef, excerpt } }: { hit: RunSearchHit }) {
  return (
    <>
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
    </>
  );
}

function summarise({ hits, total }: RunSearch): string {
  if (total === 0) return texts.noEventHoldsTheseWords();
  if (hits.length < total)
    return texts.showingOfEvents({ hits: formatCount(hits.length), total: formatCount(total) });
  return texts.eventCount(amountOf(total));
}

const PAUSE_MS = 150;
/** Shorter texts occur in nearly every event. */
export const WORDS_MIN = 2;

/** @returns what was found last, and the `words` that it was found for */
export function useRunSearch(runId: string, written: string, eventCount: number) {
  const [words, setWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWords(written.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written]);
  return useQuery({
    queryKey: inspectorKeys.search(runId, words, eventCount),
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ q: words });
      const address = `/api/admin/runs/${runId}/search?${query}`;
      return { ...(await fetchInspected(RunSearch, address, signal)), words };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    placeholderData: (before) => before,
    enabled: words.length >= WORDS_MIN,
  });
}

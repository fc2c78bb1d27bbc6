"use client";
/** Everybody's runs: filtered, sorted and paged by the address. */
import { Keyboard, X } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import type { RunPage } from "@/lib/contracts/inspector/runs/run-query.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { KeysDialog } from "../run/keys-dialog.tsx";
import { useSearch } from "../use-search.ts";
import { formatCount, formatNoun } from "../values/format-figures.ts";
import { ExportLinks } from "./export-links.tsx";
import { NoRuns } from "./no-runs.tsx";
import { PageLinks } from "./page-links.tsx";
import { RunFilters } from "./run-filters.tsx";
import { RunTable } from "./run-table.tsx";
import { RunTableSkeleton } from "./run-table-skeleton.tsx";
import { clearFilters, isFiltered, readRunQuery, useRuns } from "./use-runs.ts";
import { RUNS_KEYS, useRunsKeys } from "./use-runs-keys.ts";

export function RunsView() {
  const search = useSearch();
  const query = readRunQuery(search.get);
  const { isListOpen, setListOpen } = useRunsKeys();
  const { data, error, isPlaceholderData, refetch } = useRuns(query);
  return (
    <main className="mx-auto grid max-w-[96rem] grid-cols-1 gap-4 px-4 py-5 lg:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-lg font-[560] tracking-[-0.012em]">Runs</h1>
        {data && <Counts page={data} />}
        {isFiltered(query) && (
          <Button size="sm" onClick={clearFilters}>
            <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            Clear filters
          </Button>
        )}
        <span className="ml-auto flex items-center gap-1.5">
          <ExportLinks query={query} />
          <IconButton
            size="sm"
            aria-label="Keys"
            aria-keyshortcuts="?"
            onClick={() => setListOpen(true)}
          >
            <Keyboard className="size-4" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <RunFilters query={query} />
      {error && (
        <FailureNotice error={error} stale={data !== undefined} onRetry={() => refetch()} />
      )}
      {data === undefined && !error && <RunTableSkeleton />}
      {data?.runs.length === 0 && <NoRuns isFiltered={isFiltered(query)} />}
      {data && data.runs.length > 0 && (
        <div
          aria-busy={isPlaceholderData}
          className={isPlaceholderData ? "opacity-60 transition-opacity" : "transition-opacity"}
        >
          <RunTable runs={data.runs} query={query} />
        </div>
      )}
      {data && data.total > 0 && <PageLinks page={data} />}
      <KeysDialog keys={RUNS_KEYS} isOpen={isListOpen} onClose={() => setListOpen(false)} />
    </main>
  );
}

/** Of everything that fits the filters, not of the page. */
function Counts({ page }: { page: RunPage }) {
  return (
    <p className="flex items-center gap-2 text-sm text-soft tabular-nums">
      <span>{formatNoun(page.total, "run")}</span>
      {page.running > 0 && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="size-1.5 animate-pulse rounded-full bg-accent" />
          {formatCount(page.running)} running
        </span>
      )}
    </p>
  );
}

"use client";
import { FailureNotice } from "../failure-notice.tsx";
/** Everybody's runs, newest first, filtered and paged by the address. */
import { useSearch } from "../use-search.ts";
import { NoRuns } from "./no-runs.tsx";
import { PageLinks } from "./page-links.tsx";
import { RunFilters } from "./run-filters.tsx";
import { RunTable } from "./run-table.tsx";
import { RunTableSkeleton } from "./run-table-skeleton.tsx";
import { readRunQuery, useRuns } from "./use-runs.ts";

export function RunsView() {
  const search = useSearch();
  const query = readRunQuery(search.get);
  const { data, error, isPlaceholderData, refetch } = useRuns(query);
  const isFiltered = query.status !== undefined || query.person !== undefined;
  return (
    <main className="mx-auto grid max-w-[90rem] gap-4 px-4 py-5 lg:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="text-lg font-[560] tracking-[-0.012em]">Runs</h1>
        <RunFilters query={query} />
      </div>
      {error && (
        <FailureNotice error={error} stale={data !== undefined} onRetry={() => refetch()} />
      )}
      {data === undefined && !error && <RunTableSkeleton />}
      {data?.runs.length === 0 && <NoRuns isFiltered={isFiltered} />}
      {data && data.runs.length > 0 && (
        <div
          aria-busy={isPlaceholderData}
          className={isPlaceholderData ? "opacity-60 transition-opacity" : "transition-opacity"}
        >
          <RunTable runs={data.runs} />
        </div>
      )}
      {data && <PageLinks page={data} />}
    </main>
  );
}

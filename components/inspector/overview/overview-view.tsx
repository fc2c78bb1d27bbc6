/** Figures of all runs over time. Every figure links to its runs. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { cn } from "@/components/ui/cn.ts";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import { Overview, OverviewRange } from "@/lib/contracts/inspector/overview/runs-overview.ts";
import * as text from "@/lib/messages/inspector-overview.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { SearchLink, useSearch } from "../search-link.tsx";
import { ChartCard } from "./chart-card.tsx";
import { CHARTS } from "./charts.ts";

const RANGE_WORDS: Record<OverviewRange, () => string> = {
  "1h": text.hour1,
  "24h": text.hours24,
  "7d": text.days7,
  "30d": text.days30,
};

const REFRESH_MS = 15_000;

export function OverviewView() {
  const range = readRange(useSearch().get("range"));
  const { data, error, isPlaceholderData, refetch } = useOverview(range);
  return (
    <main className="mx-auto grid max-w-[96rem] grid-cols-1 gap-5 px-4 py-5 lg:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-lg font-[560] tracking-[-0.012em]">{text.overview()}</h1>
        <RangeChoice range={range ?? data?.range} />
      </div>
      {error && (
        <FailureNotice error={error} stale={data !== undefined} onRetry={() => refetch()} />
      )}
      {data === undefined && !error && <OverviewSkeleton />}
      {data?.total.runs === 0 && (
        <p className="text-soft">
          {text.noRunBeganInTheLast({ range: RANGE_WORDS[data.range]() })}
        </p>
      )}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={cn(
            "grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-x-8 gap-y-7 lg:grid-cols-4",
            isPlaceholderData && "opacity-60",
          )}
        >
          {CHARTS.map((chart) => (
            <ChartCard key={chart.title} chart={chart} overview={data} />
          ))}
        </div>
      )}
    </main>
  );
}

function RangeChoice({ range }: { range: OverviewRange | undefined }) {
  return (
    <ul aria-label={text.time()} className="flex items-center gap-0.5 rounded-md bg-sunken p-0.5">
      {OverviewRange.options.map((choice) => (
        <li key={choice}>
          <SearchLink
            to={{ range: choice }}
            current={choice === range}
            className={cn(
              "flex h-7 items-center rounded-sm px-2.5 text-xs",
              choice === range
                ? "bg-raised text-ink shadow-[0_0_0_1px_var(--color-line)]"
                : "text-faint hover:text-ink",
            )}
          >
            {RANGE_WORDS[choice]()}
          </SearchLink>
        </li>
      ))}
    </ul>
  );
}

function OverviewSkeleton() {
  return (
    <div
      role="status"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-x-8 gap-y-7 lg:grid-cols-4"
    >
      <span className="sr-only">{text.loadingFigures()}</span>
      {CHARTS.map(({ title }) => (
        <div key={title} className="grid gap-3 border-t pt-3">
          <SkeletonLine className="w-20" />
          <SkeletonLine className="w-32" />
          <div className="h-44 rounded-md bg-hover" />
        </div>
      ))}
    </div>
  );
}

/** @returns undefined where none is named: the server chooses */
function readRange(text: string | null): OverviewRange | undefined {
  return OverviewRange.safeParse(text).data;
}

/** Reads the figures of the range in the address, and refreshes them. */
function useOverview(range: OverviewRange | undefined) {
  return useQuery({
    queryKey: inspectorKeys.overview(range ?? "chosen"),
    queryFn: ({ signal }) => {
      // The reader's offset, so that a day is the reader's day.
      const offset = new Date().getTimezoneOffset();
      const asked = range ? `range=${range}&` : "";
      const address = `/api/admin/overview?${asked}offset=${offset}`;
      return fetchInspected(Overview, address, signal);
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

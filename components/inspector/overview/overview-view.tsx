/** Figures of all runs over time. Every figure links to its runs. */
"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { poll } from "@/components/ui/device/polling.ts";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import { Overview, OverviewRange } from "@/lib/contracts/inspector/runs-overview.ts";
import * as text from "@/lib/messages/inspector-overview.ts";
import { useInspected } from "../fetch-inspected.ts";
import { Faded, Page, PageContent, RangeChoice } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { OpeningRequestsPart } from "../opening-requests.tsx";
import { useSearch } from "../search-link.tsx";
import { ChartCard } from "./chart-card.tsx";
import { CHARTS } from "./charts.ts";

const RANGE_WORDS: Record<OverviewRange, () => string> = {
  "1h": text.hour1,
  "24h": text.hours24,
  "7d": text.days7,
  "30d": text.days30,
};

/** @param decides whether this operator confirms what other admins ask to read */
export function OverviewView({ decides }: { decides: boolean }) {
  const range = readRange(useSearch().get("range"));
  const query = useOverview(range);
  return (
    <Page
      title={text.overview()}
      aside={
        <RangeChoice label={text.time()} words={RANGE_WORDS} current={range ?? query.data?.range} />
      }
      className="max-w-[96rem] grid-cols-1 gap-5"
      head="items-center justify-between gap-x-4 gap-y-2"
    >
      {decides && <OpeningRequestsPart />}
      <PageContent query={query} loading={<OverviewSkeleton />}>
        {(data) => (
          <>
            {data.total.runs === 0 && (
              <p className="text-soft">
                {text.noRunBeganInTheLast({ range: RANGE_WORDS[data.range]() })}
              </p>
            )}
            <Faded isOld={query.isPlaceholderData} className={CHART_GRID}>
              {CHARTS.map((chart) => (
                <ChartCard key={chart.title} chart={chart} overview={data} />
              ))}
            </Faded>
          </>
        )}
      </PageContent>
    </Page>
  );
}

const CHART_GRID =
  "grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-x-8 gap-y-7 lg:grid-cols-4";

function OverviewSkeleton() {
  return (
    <div role="status" className={CHART_GRID}>
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
  // The reader's offset, so that a day is the reader's day.
  const offset = new Date().getTimezoneOffset();
  const asked = range ? `range=${range}&` : "";
  return useInspected(
    inspectorKeys.overview(range ?? "chosen"),
    Overview,
    `/api/admin/overview?${asked}offset=${offset}`,
    { placeholderData: keepPreviousData, ...poll() },
  );
}

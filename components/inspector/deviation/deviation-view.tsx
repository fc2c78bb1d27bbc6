/** Deviations over all runs, by kind, tool, agent and step. */
"use client";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { DeviationOverview, DeviationRange } from "@/lib/contracts/inspector/deviation-overview.ts";
import * as text from "@/lib/messages/inspector-deviation.ts";
import { useInspected } from "../fetch-inspected.ts";
import { Empty, Faded, LoadingLines, Page, PageContent, Part, RangeChoice } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { CLASS_LOOKS } from "../plan/plan-marks.tsx";
import { useSearch } from "../search-link.tsx";
import { formatCount, formatPercent, formatShare } from "../values/format-figures.ts";
import { Figure, type TermName } from "../values/term.tsx";
import { EntryTable, toRuns } from "./entry-table.tsx";

export function DeviationView() {
  const range = DeviationRange.safeParse(useSearch().get("range")).data ?? "7d";
  const query = useInspected(
    inspectorKeys.deviation(range),
    DeviationOverview,
    `/api/admin/deviation?range=${range}`,
    { placeholderData: keepPreviousData, staleTime: 15_000 },
  );
  return (
    <Page
      title={text.deviation()}
      aside={<RangeChoice label={text.timeRange()} words={RANGES} current={range} />}
      className="max-w-[90rem] gap-5"
      head="items-end justify-between gap-x-6 gap-y-3"
    >
      <PageContent
        query={query}
        loading={
          <LoadingLines
            words={text.loadingDeviation()}
            className="gap-6"
            lines={["h-5 w-2/3 max-w-xl", "w-1/2", "w-2/5", "w-1/3", "w-1/4"]}
          />
        }
      >
        {(data) => (
          <Faded isOld={query.isPlaceholderData} className="grid gap-7 transition-opacity">
            <Overview overview={data} />
          </Faded>
        )}
      </PageContent>
    </Page>
  );
}

function Overview({ overview }: { overview: DeviationOverview }) {
  const { tools, agents, steps, since } = overview;
  if (overview.withPlan === 0) {
    return (
      <Empty of="page">
        {overview.runs === 0 ? text.noRunEndedInThisRange() : text.noRunOfThisRangeHad()}
      </Empty>
    );
  }
  return (
    <>
      <DeviationSummary overview={overview} />
      <ClassBars overview={overview} />
      <EntryTable
        kind="tool"
        title={text.tools()}
        what={text.tool()}
        entries={tools}
        since={since}
      />
      <EntryTable
        kind="agent"
        title={text.agents()}
        what={text.agent()}
        entries={agents}
        since={since}
      />
      <EntryTable
        kind="step"
        title={text.steps()}
        what={text.step()}
        entries={steps}
        since={since}
      />
    </>
  );
}

const RANGES: Record<DeviationRange, () => string> = {
  "24h": text.last24Hours,
  "7d": text.last7Days,
  "30d": text.last30Days,
  all: text.allTime,
};

/** The figures of all runs in a time range, and which runs they leave out. */
function DeviationSummary({ overview }: { overview: DeviationOverview }) {
  const { runs, withPlan, deviating, meanScore, moves, deviatingMoves } = overview;
  const withoutPlan = runs - withPlan;
  return (
    <section aria-label={text.figures()}>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <SummaryFigure term="run" name={text.runs()}>
          {formatCount(runs)}
        </SummaryFigure>
        <SummaryFigure term="withoutPlan" name={text.withoutAPlan()}>
          {formatCount(withoutPlan)}
        </SummaryFigure>
        <SummaryFigure term="deviation" name={text.meanDeviation()}>
          {formatShare(meanScore)}
        </SummaryFigure>
        <SummaryFigure term="deviating" name={text.runsThatDeviate()}>
          {formatCount(deviating)}
          <Faint>{formatPercent(withPlan === 0 ? null : deviating / withPlan)}</Faint>
        </SummaryFigure>
        <SummaryFigure term="deviating" name={text.stepsAndCallsThatDeviate()}>
          {formatCount(deviatingMoves)}
          <Faint>
            {text.of({
              moves: formatCount(moves),
              value: formatPercent(moves === 0 ? null : deviatingMoves / moves),
            })}
          </Faint>
        </SummaryFigure>
      </dl>
      {overview.withoutMoves > 0 && (
        <p className="mt-2 text-xs text-warn">
          {text.runsScoredWithoutSteps({
            count: overview.withoutMoves,
            number: formatCount(overview.withoutMoves),
          })}
        </p>
      )}
    </section>
  );
}

function SummaryFigure(props: { term: TermName; name: string; children: ReactNode }) {
  return <Figure {...props} className="text-lg font-[560] tracking-[-0.012em]" />;
}

function Faint({ children }: { children: ReactNode }) {
  return <span className="ml-1.5 text-xs font-normal tracking-normal text-faint">{children}</span>;
}

const TONES = {
  neutral: "bg-silver",
  good: "bg-good",
  warn: "bg-warn",
  danger: "bg-danger",
};

/** Kinds of deviation, most frequent first. Each links to its runs. */
function ClassBars({ overview: { classes, moves, since } }: { overview: DeviationOverview }) {
  const most = classes[0]?.moves ?? 1;
  return (
    <Part title={text.kindsOfDeviation()} look="small">
      {classes.length === 0 ? (
        <p className="mt-2 text-soft">{text.everythingWentAsPlanned()}</p>
      ) : (
        <ul className="mt-2 border-y">
          {classes.map(({ class: name, moves: count }) => {
            const { word, tone, Icon, rule } = CLASS_LOOKS[name];
            return (
              <li
                key={name}
                className="relative grid grid-cols-[11rem_minmax(0,1fr)_8rem] items-center gap-x-4 border-b py-1.5 last:border-b-0 hover:bg-hover max-md:grid-cols-[minmax(0,1fr)_auto]"
              >
                <Link
                  data-tooltip={rule}
                  href={toRuns({ class: name, since })}
                  prefetch={false}
                  className="flex items-center gap-2 rounded-sm after:absolute after:inset-0"
                >
                  <Icon className="size-4 text-faint" strokeWidth={1.75} aria-hidden="true" />
                  {word}
                </Link>
                <div
                  aria-hidden="true"
                  className="h-2 rounded-full bg-line max-md:order-3 max-md:col-span-2"
                >
                  <div
                    className={`h-full min-w-[3px] rounded-full ${TONES[tone]}`}
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                </div>
                <span className="text-right whitespace-nowrap tabular-nums">
                  {formatCount(count)}{" "}
                  <span className="inline-block w-12 text-xs text-faint">
                    {formatPercent(count / moves)}
                  </span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Part>
  );
}

/** What reviewers found, in numbers. Every figure opens its cases. */
"use client";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { poll } from "@/components/ui/device/polling.ts";
import {
  PartKind,
  ResultsQuery,
  type ResultsRange,
  ReviewResults,
} from "@/lib/contracts/inspector/review/review-results.ts";
import * as text from "@/lib/messages/review-results.ts";
import { useInspected } from "../../fetch-inspected.ts";
import { Empty, Faded, Page, PageContent, PageLines, Part, RangeChoice } from "../../frame.tsx";
import { inspectorKeys } from "../../inspector-keys.ts";
import { readQuery } from "../../list-query.ts";
import { useSearch } from "../../search-link.tsx";
import { TEXT_LINK } from "../../text-link.ts";
import {
  amountOf,
  formatCount,
  formatDuration,
  formatPercent,
} from "../../values/format-figures.ts";
import { Term } from "../../values/term.tsx";
import { AgreementTables } from "./agreement-tables.tsx";
import { FigureLink } from "./figure-link.tsx";
import { ResultParts } from "./result-parts.tsx";

const RANGE_WORDS: Record<ResultsRange, () => string> = {
  "7d": text.days7,
  "30d": text.days30,
  "90d": text.days90,
  "365d": text.days365,
};

export function ResultsView() {
  const { range } = readQuery(ResultsQuery, useSearch().get);
  const query = useInspected(
    inspectorKeys.results(range),
    ReviewResults,
    `/api/admin/review/results?range=${range}`,
    { placeholderData: keepPreviousData, ...poll() },
  );
  return (
    <Page
      title={text.results()}
      intro={text.intro()}
      aside={<RangeChoice label={text.range()} words={RANGE_WORDS} current={range} />}
      className="max-w-[90rem] grid-cols-1 gap-6"
      head="items-start justify-between gap-x-4 gap-y-2"
    >
      <PageContent query={query} loading={<PageLines words={text.loading()} first="h-7 w-40" />}>
        {(results) => (
          <Faded isOld={query.isPlaceholderData} className="grid grid-cols-1 gap-8">
            <Counts results={results} />
            {results.total.judged === 0 ? (
              <Empty of="page">{text.noneJudged()}</Empty>
            ) : (
              <Judged results={results} />
            )}
          </Faded>
        )}
      </PageContent>
    </Page>
  );
}

function Judged({ results }: { results: ReviewResults }) {
  const { range, parts, isCut, total } = results;
  return (
    <>
      <Sample results={results} />
      <AgreementTables results={results} />
      <section className="grid gap-4">
        <p className="text-sm text-soft">{text.notASample()}</p>
        <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2">
          {PartKind.options.map((kind) => (
            <ResultParts key={kind} kind={kind} range={range} parts={parts[kind]} />
          ))}
        </div>
        {isCut && (
          <p className="text-xs text-faint">
            {text.onlyTheNewest({ number: formatCount(total.judged) })}
          </p>
        )}
      </section>
      <Exports range={range} />
    </>
  );
}

/** The share of right answers among all, which only a sample can tell. */
function Sample({ results: { range, sample } }: { results: ReviewResults }) {
  const { judged, upheld, interval, waiting } = sample;
  return (
    <Part title={text.passRate()} look="small">
      {interval === null ? (
        <p className="mt-1 text-sm text-soft">{text.noSample()}</p>
      ) : (
        <>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
            <FigureLink
              range={range}
              by="sample"
              className="text-lg leading-6 font-[560] tracking-[-0.012em] tabular-nums"
            >
              {formatPercent((judged - upheld) / judged)}
            </FigureLink>
            <Term name="confidenceInterval" className="text-sm text-soft tabular-nums">
              {text.interval({
                low: formatPercent(interval.low),
                high: formatPercent(interval.high),
              })}
            </Term>
          </p>
          <p className="text-sm text-soft">{text.fromTheSample(amountOf(judged))}</p>
        </>
      )}
      {waiting > 0 && <p className="text-sm text-soft">{text.sampleWaiting(amountOf(waiting))}</p>}
    </Part>
  );
}

function Counts({ results }: { results: ReviewResults }) {
  const { range, total, erased, open, overdue, time } = results;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
      <Count name={text.judgedCases()}>
        <FigureLink range={range} by="all">
          {formatCount(total.judged)}
        </FigureLink>
      </Count>
      <Count name={text.foundWrong()}>
        <FigureLink range={range} by="all" isWrong>
          {formatCount(total.upheld)}
        </FigureLink>
        {total.judged > 0 && ` (${formatPercent(total.upheld / total.judged)})`}
      </Count>
      {erased > 0 && <Count name={text.erasedCases()}>{formatCount(erased)}</Count>}
      <Count name={text.openCases()}>
        <CasesLink show="open">{formatCount(open)}</CasesLink>
      </Count>
      <Count name={text.overdueCases()}>
        <CasesLink show="overdue">{formatCount(overdue)}</CasesLink>
      </Count>
      {time.median !== null && time.p90 !== null && (
        <Count name={text.timePerCase()}>
          {text.median({
            median: formatDuration(time.median * 1000),
            most: formatDuration(time.p90 * 1000),
            number: formatCount(time.n),
          })}
        </Count>
      )}
    </dl>
  );
}

function Count({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

function CasesLink({ show, children }: { show: string; children: ReactNode }) {
  return (
    <Link href={`/admin/review?show=${show}`} prefetch={false} className={TEXT_LINK}>
      {children}
    </Link>
  );
}

const FORMATS = [
  ["csv", text.csv],
  ["jsonl", text.jsonLines],
  ["promptfoo", text.suite],
] as const;

function Exports({ range }: { range: ResultsRange }) {
  return (
    <Part title={text.exports()} look="small">
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
        {FORMATS.map(([format, name]) => (
          <a
            key={format}
            download
            href={`/api/admin/review/results/export?range=${range}&format=${format}`}
            className={TEXT_LINK}
          >
            {name()}
          </a>
        ))}
      </p>
      <p className="mt-1 max-w-3xl text-xs text-faint">{text.exportNote()}</p>
    </Part>
  );
}

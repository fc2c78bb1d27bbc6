/** One chart with its headline, as a picture or as a table. */
"use client";
import { ChartNoAxesColumn, Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useId, useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import type { Overview } from "@/lib/contracts/inspector/runs-overview.ts";
import * as text from "@/lib/messages/inspector-overview.ts";
import { TEXT_LINK } from "../text-link.ts";
import { Term } from "../values/term.tsx";
import { type Chart, formatStretch, LOOKS, type Note, runsAddress } from "./chart-parts.ts";

const ChartPlot = dynamic(() => import("./chart-plot.tsx").then((module) => module.ChartPlot), {
  ssr: false,
});

export function ChartCard({ chart, overview }: { chart: Chart; overview: Overview }) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const headline = chart.headline(overview.total);
  const note = chart.note(overview.total);
  const isEmpty = overview.buckets.every((bucket) =>
    chart.series.every(({ value }) => !value(bucket)),
  );
  const Icon = isTable ? ChartNoAxesColumn : Table2;
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2 border-t pt-3">
      <header className="flex items-start gap-2">
        <div className="min-w-0">
          <h2 id={id} className="text-xs font-medium text-soft">
            <Term name={chart.term}>{chart.title}</Term>
          </h2>
          <p className="mt-0.5 text-lg leading-6 font-[560] tracking-[-0.012em] tabular-nums">
            <Link
              href={runsAddress(overview, chart.narrow)}
              prefetch={false}
              className="rounded-sm decoration-line-strong underline-offset-4 hover:underline"
            >
              {headline}
              <span className="sr-only">{text.showTheseRuns()}</span>
            </Link>
          </p>
          <NoteLine notes={note} overview={overview} />
        </div>
        <IconButton
          size="sm"
          className="ml-auto"
          aria-label={
            isTable
              ? text.shownAsChart({ title: chart.title })
              : text.shownAsTable({ title: chart.title })
          }
          onClick={() => setTable(!isTable)}
        >
          <Icon className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </header>
      <ChartKey chart={chart} />
      {isTable ? (
        <div className="mt-auto h-44 scroll-pt-8 overflow-y-auto">
          <ChartTable chart={chart} overview={overview} />
        </div>
      ) : isEmpty ? (
        <p className="mt-auto grid h-44 place-items-center rounded-md border border-dashed px-4 text-center text-xs text-faint">
          {chart.missing(overview.total)}
        </p>
      ) : (
        <div
          role="img"
          aria-label={text.chartInWords({
            title: chart.title,
            headline,
            note: note.map(({ words }) => words).join(", "),
          })}
          className="mt-auto h-44"
        >
          <ChartPlot chart={chart} overview={overview} />
        </div>
      )}
    </section>
  );
}

/** A count leads to the runs that it counts. */
function NoteLine({ notes, overview }: { notes: readonly Note[]; overview: Overview }) {
  return (
    <p className="text-xs text-faint tabular-nums">
      {notes.map(({ words, narrow }, at) => (
        <span key={words}>
          {at > 0 && " · "}
          {narrow ? (
            <Link
              href={runsAddress(overview, narrow)}
              prefetch={false}
              className="rounded-sm decoration-line-strong underline-offset-4 hover:underline"
            >
              {words}
              <span className="sr-only">{text.showTheseRuns()}</span>
            </Link>
          ) : (
            words
          )}
        </span>
      ))}
    </p>
  );
}

/** The legend. */
function ChartKey({ chart }: { chart: Chart }) {
  if (chart.series.length < 2) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 text-[0.6875rem] text-faint" aria-hidden="true">
      {chart.series.map(({ name, look }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <svg width="14" height="8" role="presentation">
            {chart.form === "bars" ? (
              <rect width="8" height="8" x="3" rx="1.5" {...paint(look)} />
            ) : (
              <line x1="0" x2="14" y1="4" y2="4" strokeWidth="2" {...stroke(look)} />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function paint(look: keyof typeof LOOKS) {
  return { fill: LOOKS[look].fill, fillOpacity: LOOKS[look].opacity };
}

function stroke(look: keyof typeof LOOKS) {
  const { fill, opacity, dash } = LOOKS[look];
  return { stroke: fill, strokeOpacity: opacity, strokeDasharray: dash };
}

const CELL = "py-1 pr-3 text-right whitespace-nowrap last:pr-0";

/** A chart as a table, newest first. Each row links to its runs. */
function ChartTable({ chart, overview }: { chart: Chart; overview: Overview }) {
  return (
    <table className="w-full text-xs tabular-nums">
      <caption className="sr-only">{text.overTime({ title: chart.title })}</caption>
      <thead className="sticky top-0 bg-canvas text-faint">
        <tr>
          <th scope="col" className="py-1 text-left font-medium">
            {text.from()}
          </th>
          {chart.series.map(({ name }) => (
            <th key={name} scope="col" className={`${CELL} font-medium`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {overview.buckets.toReversed().map((bucket) => (
          <tr key={bucket.from} className="border-t">
            <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
              <Link href={runsAddress(bucket, chart.narrow)} prefetch={false} className={TEXT_LINK}>
                {formatStretch(bucket.from, overview.range)}
              </Link>
            </th>
            {chart.series.map(({ name, value, narrow }) => {
              const figure = value(bucket);
              const shown = figure === null ? "–" : chart.format(figure);
              return (
                <td key={name} className={CELL}>
                  {narrow && figure ? (
                    <Link href={runsAddress(bucket, narrow)} prefetch={false} className={TEXT_LINK}>
                      {shown}
                    </Link>
                  ) : (
                    shown
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

"use client";
/** A chart as a picture. Its code is loaded when the chart is shown. */
import { useRouter } from "next/navigation";
import type { MouseEvent } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { Overview } from "@/lib/contracts/inspector/overview/runs-overview.ts";
import { AXIS_PX, bucketAt, RIGHT_PX } from "./bucket-at.ts";
import { type Chart, LOOKS, type Series } from "./chart-types.ts";
import { formatStretch, formatTick } from "./format-bucket.ts";
import { runsAddress } from "./runs-address.ts";

const TICK = { fill: "var(--color-faint)", fontSize: 11 };
const MARGIN = { top: 6, right: RIGHT_PX, bottom: 0, left: 0 };

type ChartPlotProps = { chart: Chart; overview: Overview };

export function ChartPlot({ chart, overview }: ChartPlotProps) {
  const router = useRouter();
  const { buckets } = overview;
  // Uses the pointer's position: the chart's own highlight may lag behind a quick click or a touch.
  const open = (_highlighted: unknown, event: MouseEvent<Element>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = bucketAt(chart.form, buckets.length, event.clientX - left, width);
    const bucket = index === null ? undefined : buckets[index];
    if (bucket) router.push(runsAddress(bucket, chart.narrow));
  };
  const data = buckets.map((bucket) => ({
    from: bucket.from,
    ...Object.fromEntries(chart.series.map(({ name, value }) => [name, value(bucket)])),
  }));
  const shared = {
    data,
    margin: MARGIN,
    accessibilityLayer: false,
    onClick: open,
    style: { cursor: "pointer" },
  };
  return (
    <ResponsiveContainer width="100%" height="100%">
      {chart.form === "bars" ? (
        <BarChart {...shared} barCategoryGap="14%">
          {axesOf({ chart, overview })}
          {chart.series.map(toBar)}
        </BarChart>
      ) : (
        <LineChart {...shared}>
          {axesOf({ chart, overview })}
          {chart.series.map(toLine)}
        </LineChart>
      )}
    </ResponsiveContainer>
  );
}

/** A list instead of a component, because the chart looks for its parts among its children. */
function axesOf({ chart, overview }: ChartPlotProps) {
  return [
    <CartesianGrid key="grid" vertical={false} stroke="var(--color-line)" />,
    <XAxis
      key="x"
      dataKey="from"
      tick={TICK}
      tickLine={false}
      axisLine={{ stroke: "var(--color-line-strong)" }}
      tickFormatter={(from: string) => formatTick(from, overview.range)}
      minTickGap={28}
    />,
    <YAxis
      key="y"
      width={AXIS_PX}
      tick={TICK}
      tickLine={false}
      axisLine={false}
      tickCount={3}
      allowDecimals={chart.fractions ?? false}
      tickFormatter={chart.tick}
    />,
    <Tooltip
      key="tip"
      isAnimationActive={false}
      cursor={{ fill: "var(--color-hover)", stroke: "var(--color-line-strong)" }}
      content={<ChartTooltip chart={chart} overview={overview} />}
    />,
  ];
}

function toBar({ name, look }: Series) {
  const { fill, opacity } = LOOKS[look];
  return (
    <Bar
      key={name}
      dataKey={name}
      stackId="all"
      fill={fill}
      fillOpacity={opacity}
      isAnimationActive={false}
    />
  );
}

function toLine({ name, look }: Series) {
  const { fill, opacity, dash } = LOOKS[look];
  return (
    <Line
      key={name}
      dataKey={name}
      type="monotone"
      stroke={fill}
      strokeOpacity={opacity}
      strokeDasharray={dash}
      strokeWidth={1.75}
      dot={{ r: 1.5, fill, strokeWidth: 0, strokeDasharray: "none" }}
      connectNulls={false}
      isAnimationActive={false}
    />
  );
}

/** The tooltip of a bucket. */
type ChartTooltipProps = {
  chart: Chart;
  overview: Overview;
  /** Passed by the chart. */
  active?: boolean;
  label?: unknown;
};

function ChartTooltip({ chart, overview, active, label }: ChartTooltipProps) {
  const bucket = overview.buckets.find(({ from }) => from === label);
  if (!active || !bucket) return null;
  return (
    <div className="rounded-md bg-raised px-2.5 py-1.5 text-xs shadow-floating">
      <p className="text-faint">{formatStretch(bucket.from, overview.range)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-3 tabular-nums">
        {chart.series.map(({ name, value }) => {
          const figure = value(bucket);
          return (
            <div key={name} className="contents">
              <dt className="text-soft">{name}</dt>
              <dd className="text-right font-medium">
                {figure === null ? "–" : chart.format(figure)}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

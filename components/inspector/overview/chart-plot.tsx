"use client";
/** The picture of a chart. Loaded where it is shown; what it says, the table beside it says too. */
import { useRouter } from "next/navigation";
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
import type { Overview } from "@/lib/contracts/overview.ts";
import { LOOKS } from "./chart-looks.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import type { Chart } from "./chart-types.ts";
import { formatTick } from "./format-bucket.ts";
import { runsAddress } from "./runs-address.ts";

const TICK = { fill: "var(--color-faint)", fontSize: 11 };
const MARGIN = { top: 6, right: 4, bottom: 0, left: 0 };

export function ChartPlot({ chart, overview }: { chart: Chart; overview: Overview }) {
  const router = useRouter();
  const { buckets, range } = overview;
  const open = (index: unknown, narrow = chart.narrow) => {
    const bucket = buckets[Number(index)];
    if (index !== null && index !== undefined && bucket) router.push(runsAddress(bucket, narrow));
  };
  const data = buckets.map((bucket) => ({
    from: bucket.from,
    ...Object.fromEntries(chart.series.map(({ name, value }) => [name, value(bucket)])),
  }));
  const shared = {
    data,
    margin: MARGIN,
    accessibilityLayer: false,
    onClick: ({ activeTooltipIndex }: { activeTooltipIndex?: unknown }) => open(activeTooltipIndex),
    style: { cursor: "pointer" },
  };
  const axes = [
    <CartesianGrid key="grid" vertical={false} stroke="var(--color-line)" />,
    <XAxis
      key="x"
      dataKey="from"
      tick={TICK}
      tickLine={false}
      axisLine={{ stroke: "var(--color-line-strong)" }}
      tickFormatter={(from: string) => formatTick(from, range)}
      minTickGap={28}
    />,
    <YAxis
      key="y"
      width={52}
      tick={TICK}
      tickLine={false}
      axisLine={false}
      tickCount={3}
      allowDecimals={chart.title === "Deviation" || chart.title === "Cost"}
      tickFormatter={chart.format}
    />,
    <Tooltip
      key="tip"
      isAnimationActive={false}
      cursor={{ fill: "var(--color-hover)", stroke: "var(--color-line-strong)" }}
      content={<ChartTooltip chart={chart} overview={overview} />}
    />,
  ];
  return (
    <ResponsiveContainer width="100%" height="100%">
      {chart.form === "bars" ? (
        <BarChart {...shared} barCategoryGap={2}>
          {axes}
          {chart.series.map(({ name, look }) => (
            <Bar
              key={name}
              dataKey={name}
              stackId="all"
              fill={LOOKS[look].fill}
              fillOpacity={LOOKS[look].opacity}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      ) : (
        <LineChart {...shared}>
          {axes}
          {chart.series.map(({ name, look }) => (
            <Line
              key={name}
              dataKey={name}
              type="monotone"
              stroke={LOOKS[look].fill}
              strokeOpacity={LOOKS[look].opacity}
              strokeDasharray={LOOKS[look].dash}
              strokeWidth={1.75}
              dot={{ r: 1.5, fill: LOOKS[look].fill, strokeWidth: 0 }}
              connectNulls={false}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      )}
    </ResponsiveContainer>
  );
}

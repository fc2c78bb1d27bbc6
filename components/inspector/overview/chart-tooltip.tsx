/** What a chart says of the stretch of time under the pointer. */
import type { Overview } from "@/lib/contracts/inspector/overview/runs-overview.ts";
import type { Chart } from "./chart-types.ts";
import { formatStretch } from "./format-bucket.ts";

type ChartTooltipProps = {
  chart: Chart;
  overview: Overview;
  /** From the chart. */
  active?: boolean;
  label?: unknown;
};

export function ChartTooltip({ chart, overview, active, label }: ChartTooltipProps) {
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

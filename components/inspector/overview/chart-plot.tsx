/** A chart as a picture. Its code is loaded when the chart is shown. */
"use client";
import { curveMonotoneX, line } from "d3-shape";
import { useRouter } from "next/navigation";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { Overview } from "@/lib/contracts/inspector/runs-overview.ts";
import {
  type Chart,
  formatStretch,
  formatTick,
  LOOKS,
  runsAddress,
  type Series,
} from "./chart-parts.ts";
import { bucketAt, layOutPlot, type Plot, placeLabels } from "./chart-scale.ts";

const LABEL = { fill: "var(--color-faint)", fontSize: 11 };
/** The widest of Inter's digits and small letters at 11 px. */
const LETTER_PX = 6.2;
const TIP_GAP_PX = 10;

type ChartPlotProps = { chart: Chart; overview: Overview };

export function ChartPlot({ chart, overview }: ChartPlotProps) {
  const router = useRouter();
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const { buckets } = overview;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const indexAt = ({ currentTarget, clientX }: Pick<PointerEvent, "currentTarget" | "clientX">) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return bucketAt(chart.form, buckets.length, clientX - left, width);
  };
  const plot = size && layOutPlot(chart, size, buckets.length, highestOf(chart, overview));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same links, for keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      ref={frame}
      className="relative h-full cursor-pointer"
      onPointerMove={(event) => setPointed(indexAt(event))}
      onPointerLeave={() => setPointed(null)}
      onClick={(event) => {
        const bucket = buckets[indexAt(event) ?? -1];
        if (bucket) router.push(runsAddress(bucket, chart.narrow));
      }}
    >
      {plot && (
        <svg width="100%" height="100%" className="absolute inset-0" aria-hidden="true">
          <Axes chart={chart} overview={overview} plot={plot} />
          {pointed !== null && <Cursor chart={chart} plot={plot} index={pointed} />}
          {chart.form === "bars" ? (
            <Bars chart={chart} overview={overview} plot={plot} />
          ) : (
            chart.series.map((series) => (
              <Points key={series.name} series={series} overview={overview} plot={plot} />
            ))
          )}
        </svg>
      )}
      {plot && pointed !== null && (
        <Tip chart={chart} overview={overview} plot={plot} index={pointed} />
      )}
    </div>
  );
}

/** Bars stand on each other, lines do not. */
function highestOf({ form, series }: Chart, { buckets }: Overview): number {
  const values = buckets.map((bucket) => series.map(({ value }) => value(bucket) ?? 0));
  const heights = values.map((all) =>
    form === "bars" ? all.reduce((sum, one) => sum + one, 0) : Math.max(...all),
  );
  return Math.max(0, ...heights);
}

type PartProps = ChartPlotProps & { plot: Plot };

function Axes({ chart, overview, plot }: PartProps) {
  const { left, right, bottom } = plot;
  const labels = overview.buckets.map(({ from }) => formatTick(from, overview.range));
  return (
    <g {...LABEL}>
      {plot.ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${plot.yOf(tick)})`}>
          <line x1={left} x2={right} stroke="var(--color-line)" />
          <text x={left - 8} dy="0.355em" textAnchor="end">
            {chart.tick(tick)}
          </text>
        </g>
      ))}
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="var(--color-line-strong)" />
      {placeLabels(labels, plot, (label) => label.length * LETTER_PX).map(({ index, x }) => (
        <text key={index} x={x} y={bottom + 8} dy="0.71em" textAnchor="middle">
          {labels[index]}
        </text>
      ))}
    </g>
  );
}

type MarkProps = { chart: Chart; plot: Plot; index: number };

function Cursor({ chart, plot, index }: MarkProps) {
  const { top, bottom, band } = plot;
  const isBars = chart.form === "bars";
  return (
    <rect
      x={plot.xOf(index) - (isBars ? band / 2 : 0)}
      y={top}
      width={isBars ? band : 0.01}
      height={bottom - top}
      fill="var(--color-hover)"
      stroke="var(--color-line-strong)"
    />
  );
}

function Bars({ chart, overview, plot }: PartProps) {
  return overview.buckets.map((bucket, index) => {
    let below = 0;
    return chart.series.map(({ name, look, value }) => {
      const amount = value(bucket) ?? 0;
      const [y, base] = [plot.yOf(below + amount), plot.yOf(below)];
      below += amount;
      return (
        amount > 0 && (
          <rect
            key={`${bucket.from} ${name}`}
            data-bar={name}
            x={plot.xOf(index) - plot.bar / 2}
            y={y}
            width={plot.bar}
            height={base - y}
            fill={LOOKS[look].fill}
            fillOpacity={LOOKS[look].opacity}
          />
        )
      );
    });
  });
}

type PointsProps = { series: Series; overview: Overview; plot: Plot };

/** A line with its points. It has gaps where there is no value. */
function Points({ series: { look, value }, overview, plot }: PointsProps) {
  const { fill, opacity, dash } = LOOKS[look];
  const points = overview.buckets.map((bucket, index) => {
    const figure = value(bucket);
    return figure === null ? null : { x: plot.xOf(index), y: plot.yOf(figure) };
  });
  const path = line<(typeof points)[number]>()
    .defined((point) => point !== null)
    .x((point) => point?.x ?? 0)
    .y((point) => point?.y ?? 0)
    .curve(curveMonotoneX)(points);
  return (
    <g fill={fill} strokeOpacity={opacity}>
      <path
        d={path ?? ""}
        fill="none"
        stroke={fill}
        strokeWidth={1.75}
        {...(dash ? { strokeDasharray: dash } : {})}
      />
      {points.map((point) => point && <circle key={point.x} cx={point.x} cy={point.y} r={1.5} />)}
    </g>
  );
}

/** The values of a bucket, beside it. */
function Tip({ chart, overview, plot, index }: PartProps & { index: number }) {
  const bucket = overview.buckets[index];
  if (!bucket) return null;
  const x = plot.xOf(index);
  const isRight = x > (plot.left + plot.right) / 2;
  return (
    <div
      className="pointer-events-none absolute top-2 z-10 rounded-md bg-raised px-2.5 py-1.5 text-xs whitespace-nowrap shadow-floating"
      style={{ left: x, translate: isRight ? `calc(-100% - ${TIP_GAP_PX}px)` : `${TIP_GAP_PX}px` }}
    >
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

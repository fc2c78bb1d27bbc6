/** The size of an agent's hidden state by version, beside the expected size. */
"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { AgentMemory, StateSize } from "@/lib/contracts/inspector/run/state-inspection.ts";
import * as text from "@/lib/messages/inspector-states.ts";
import { SCROLL_PANE } from "../frame.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { amountOf, formatBytes, formatCount } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";

/** More dots than this run together, so only the line is drawn; the table has every version. */
const MAX_DOTS = 60;

type SizeChartProps = { agent: AgentMemory; runId: string };

export function SizeChart({ agent, runId }: SizeChartProps) {
  const { sizes, sizeCount, agentId } = agent;
  const newest = sizes.at(-1);
  if (!newest) return null;
  const { points, line, seedLine, topBytes } = plotSizes(sizes);
  const storedBytes = formatBytes(newest.storedBytes);
  return (
    <figure aria-label={text.sizeOfSState({ agentId })} className="min-w-0">
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-2 text-xs text-soft">
        <Term name="hiddenState" className="font-medium">
          {text.sizeOverTurns()}
        </Term>
        <Key className="border-accent">
          {agent.memory === "tool-history"
            ? text.storedWithCalls({ storedBytes, ...amountOf(newest.calls) })
            : text.stored({ storedBytes })}
        </Key>
        {newest.seedBytes === null ? (
          <span className="text-faint">{text.noExpectedSizeIsKnown()}</span>
        ) : (
          <Key className="border-dashed border-faint">
            <Term name="expectedSize">{text.expected()}</Term>
            {text.about({ seedBytes: formatBytes(newest.seedBytes) })}
          </Key>
        )}
        {sizeCount > sizes.length && (
          <span className="text-faint">
            {text.showingOfVersions({
              sizes: formatCount(sizes.length),
              ...amountOf(sizeCount),
            })}
          </span>
        )}
      </figcaption>
      {sizes.length > 1 && (
        <div className="relative h-28 border-b border-l">
          <span className="absolute top-0 left-1.5 text-[0.6875rem] text-faint tabular-nums">
            {formatBytes(topBytes)}
          </span>
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {seedLine && (
              <polyline
                points={seedLine}
                fill="none"
                strokeDasharray="4 4"
                vectorEffect="non-scaling-stroke"
                className="stroke-faint stroke-1"
              />
            )}
            <polyline
              points={line}
              fill="none"
              vectorEffect="non-scaling-stroke"
              className="stroke-accent stroke-2"
            />
          </svg>
          {points.length <= MAX_DOTS &&
            points.map((point) => <Dot key={point.size.version} point={point} runId={runId} />)}
        </div>
      )}
      <SizeTable sizes={sizes} runId={runId} />
    </figure>
  );
}

function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={cn("w-4 border-t-2", className)} />
      {children}
    </span>
  );
}

function Dot({ point: { size, x, y }, runId }: { point: PlottedSize; runId: string }) {
  const isOwn = size.runId === runId;
  return (
    <span
      aria-hidden="true"
      style={{ left: `${x}%`, top: `${y}%` }}
      className={cn(
        "absolute -translate-1/2 border-2",
        isOwn ? "size-3 bg-accent" : "size-2 bg-raised",
        size.quarantined ? "border-warn" : "rounded-full border-accent",
      )}
    />
  );
}

function SizeTable({ sizes, runId }: { sizes: readonly StateSize[]; runId: string }) {
  return (
    <details className="pt-1.5 text-xs">
      <summary className="w-fit rounded-sm text-soft hover:text-ink">
        {text.theSameAsATable()}
      </summary>
      <div {...SCROLL_PANE} className="mt-1 max-h-64 overflow-auto rounded-md border">
        <table className="w-full text-left tabular-nums">
          <thead className="text-faint">
            <tr className="*:px-3 *:py-1 *:font-normal">
              <th scope="col">{text.version()}</th>
              <th scope="col">{text.calls()}</th>
              <th scope="col">{text.storedColumn()}</th>
              <th scope="col">{text.expectedColumn()}</th>
              <th scope="col">{text.by()}</th>
            </tr>
          </thead>
          <tbody className="divide-y">
            {sizes.map((size) => (
              <tr key={size.version} className="*:px-3 *:py-1">
                <td>
                  {size.quarantined
                    ? text.versionQuarantined({ version: size.version })
                    : size.version}
                </td>
                <td>{formatCount(size.calls)}</td>
                <td>{formatBytes(size.storedBytes)}</td>
                <td>{size.seedBytes === null ? "–" : formatBytes(size.seedBytes)}</td>
                <td>
                  <By size={size} runId={runId} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function By({ size, runId }: { size: StateSize; runId: string }) {
  if (size.runId === runId) return text.thisRun();
  if (size.runId === null) return text.thePersonOrALostRun();
  return (
    <Link href={`/admin/runs/${size.runId}?panel=states`} prefetch={false} className={TEXT_LINK}>
      {text.itsRun()}
    </Link>
  );
}

type PlottedSize = { size: StateSize; x: number; y: number };

type Plot = {
  points: PlottedSize[];
  /** The `points` of a polyline. */
  line: string;
  /** Null where the sources give no figure. */
  seedLine: string | null;
  /** The value at the top of the chart. */
  topBytes: number;
};

/**
 * Places sizes on a chart of 100 by 100, with the origin at the top left. Pure.
 * Oldest on the left. A single version is in the middle, with the expected size as a line through it.
 */
export function plotSizes(sizes: readonly StateSize[]): Plot {
  const largest = Math.max(
    ...sizes.flatMap(({ storedBytes, seedBytes }) => [storedBytes, seedBytes ?? 0]),
  );
  const topBytes = roundUp(largest);
  const xOf = (place: number) => (sizes.length === 1 ? 50 : 2 + (96 * place) / (sizes.length - 1));
  const yOf = (bytes: number) => 100 - (100 * bytes) / topBytes;
  const points = sizes.map((size, place) => ({ size, x: xOf(place), y: yOf(size.storedBytes) }));
  const seeds = points.flatMap(({ size, x }) =>
    size.seedBytes === null ? [] : [{ x, y: yOf(size.seedBytes) }],
  );
  const [only] = seeds;
  const seedLine =
    seeds.length === 1 && only
      ? [
          { ...only, x: 0 },
          { ...only, x: 100 },
        ]
      : seeds;
  return {
    points,
    line: toLine(points),
    seedLine: seedLine.length > 0 ? toLine(seedLine) : null,
    topBytes,
  };
}

function toLine(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
}

/** Rounded up to two leading digits: 5,120 to 5,200. */
function roundUp(bytes: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1))) - 1);
  return Math.max(Math.ceil(bytes / step) * step, 1);
}

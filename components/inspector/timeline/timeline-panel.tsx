"use client";
/** Hops and model calls as a tree, beside the time that each took. */
import { useMemo } from "react";
import type { RunInspection } from "@/lib/contracts/inspector.ts";
import { foldToolCalls } from "../model-calls/fold-tool-calls.ts";
import { foldSpans } from "./fold-spans.ts";
import { SpanRow } from "./span-row.tsx";

const HEAD = "px-2 py-1.5 text-xs font-normal text-faint whitespace-nowrap";

export function TimelinePanel({ inspection }: { inspection: RunInspection }) {
  const { events, run } = inspection;
  const originMs = Date.parse(events[0]?.at ?? run.startedAt);
  const spans = useMemo(() => foldSpans(events, originMs), [events, originMs]);
  const tools = useMemo(() => foldToolCalls(events), [events]);
  const isRunning = run.status === "running";
  const lastMs = Date.parse(events.at(-1)?.at ?? run.startedAt) - originMs;
  const wholeMs = spans.reduce(
    (end, span) => Math.max(end, span.startedMs + (span.durationMs ?? 0)),
    Math.max(1, lastMs),
  );
  if (spans.length === 0) {
    return (
      <p className="px-4 py-10 text-center text-soft">
        {isRunning ? "No hop has started yet." : "No hop was recorded."}
      </p>
    );
  }
  return (
    <table className="w-full table-fixed text-left">
      <caption className="sr-only">Hops and model calls, parents before children</caption>
      <thead>
        <tr className="border-b">
          <th className={`${HEAD} pl-4`}>Hop or call</th>
          <th className={`${HEAD} w-24`}>Outcome</th>
          <th className={`${HEAD} w-20 text-right max-md:pr-4`}>Duration</th>
          <th className={`${HEAD} w-[38%] pr-4 max-md:hidden`}>From start to end</th>
        </tr>
      </thead>
      <tbody>
        {spans.map((span) => (
          <SpanRow
            key={span.seq}
            span={span}
            call={span.kind === "tool" ? tools.get(span.ref) : undefined}
            wholeMs={wholeMs}
            isRunning={isRunning}
          />
        ))}
      </tbody>
    </table>
  );
}

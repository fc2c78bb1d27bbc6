"use client";
/** Hops as a tree beside the time that each took. */
import { useMemo } from "react";
import type { RunInspection } from "@/lib/contracts/inspector.ts";
import { foldToolCalls } from "../model-calls/fold-tool-calls.ts";
import { foldHops } from "./fold-hops.ts";
import { HopRow } from "./hop-row.tsx";

const HEAD = "px-2 py-1.5 text-xs font-normal text-faint whitespace-nowrap";

export function HopsPanel({ inspection }: { inspection: RunInspection }) {
  const { events, run } = inspection;
  const originMs = Date.parse(events[0]?.at ?? run.startedAt);
  const hops = useMemo(() => foldHops(events, originMs), [events, originMs]);
  const tools = useMemo(() => foldToolCalls(events), [events]);
  const isRunning = run.status === "running";
  const lastMs = Date.parse(events.at(-1)?.at ?? run.startedAt) - originMs;
  const ends = hops.map((hop) => hop.startedMs + (hop.durationMs ?? 0));
  const spanMs = Math.max(1, lastMs, ...ends);
  if (hops.length === 0) {
    return (
      <p className="px-4 py-10 text-center text-soft">
        {isRunning ? "No hop has started yet." : "No hop was recorded."}
      </p>
    );
  }
  return (
    <table className="w-full table-fixed text-left">
      <caption className="sr-only">Hops, parents before children</caption>
      <thead>
        <tr className="border-b">
          <th className={`${HEAD} pl-4`}>Hop</th>
          <th className={`${HEAD} w-24`}>Outcome</th>
          <th className={`${HEAD} w-20 text-right`}>Duration</th>
          <th className={`${HEAD} w-[38%] pr-4 max-md:hidden`}>From start to end</th>
        </tr>
      </thead>
      <tbody>
        {hops.map((hop) => (
          <HopRow
            key={hop.seq}
            hop={hop}
            call={tools.get(hop.hopRef)}
            spanMs={spanMs}
            isRunning={isRunning}
          />
        ))}
      </tbody>
    </table>
  );
}

"use client";
/** One run of the list: all of it leads to the run. */
import Link from "next/link";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { RunName, RunPlace } from "../run-name.tsx";
import { StatusChip } from "../status-chip.tsx";
import {
  formatCount,
  formatDuration,
  formatFullMoment,
  formatMoment,
} from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { formatCost } from "./format-cost.ts";
import { DeviationFigure, PolicyChip } from "./run-chips.tsx";
import { CELL, LG, MD } from "./run-columns.ts";

const TOP = `${CELL} align-top`;
const FIGURE = `${TOP} text-right whitespace-nowrap tabular-nums`;

export function RunRow({ run }: { run: InspectedRun }) {
  const { person } = run;
  const agents = run.agents.length > 0 ? run.agents : [run.agentId];
  return (
    <tr className="relative border-b transition-colors last:border-b-0 hover:bg-hover has-[[data-run]:focus-visible]:bg-accent-wash">
      <td className={TOP}>
        <Link
          href={`/admin/runs/${run.id}`}
          prefetch={false}
          data-run
          className="block truncate rounded-sm font-medium after:absolute after:inset-0"
        >
          <RunName run={run} />
        </Link>
        <p className="truncate text-xs text-faint" title={person.email}>
          <InertText text={person.name} /> <RunPlace run={run} />
        </p>
        <NarrowFigures run={run} />
      </td>
      <td className={`${TOP} text-xs leading-5 text-soft ${MD}`}>
        {agents.map((agent) => (
          <span key={agent} className="block truncate">
            {agent}
          </span>
        ))}
      </td>
      <td className={TOP}>
        <StatusChip status={run.status} />
      </td>
      <td className={`${TOP} ${MD}`}>
        <DeviationFigure run={run} />
      </td>
      <td className={`${TOP} ${LG}`}>
        <PolicyChip outcome={run.policyOutcome} />
      </td>
      <td className={`${FIGURE} ${MD}`}>{formatDuration(run.durationMs)}</td>
      <td className={`${FIGURE} ${LG}`}>{formatCount(run.modelCalls)}</td>
      <td className={`${FIGURE} ${LG}`}>{formatCount(run.toolCalls)}</td>
      <td className={`${FIGURE} ${LG}`}>
        {formatCount(run.inputTokens)} <span className="text-faint">/</span>{" "}
        {formatCount(run.outputTokens)}
      </td>
      <td className={`${FIGURE} ${LG}`}>{formatCost(run.cost)}</td>
      <td className={`${FIGURE} text-soft ${MD}`}>
        <time dateTime={run.startedAt} title={formatFullMoment(run.startedAt)}>
          {formatMoment(run.startedAt)}
        </time>
      </td>
    </tr>
  );
}

/** What the columns say that do not fit. */
function NarrowFigures({ run }: { run: InspectedRun }) {
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-xs text-faint tabular-nums lg:hidden">
      <span className="md:hidden">{formatMoment(run.startedAt)} ·</span>
      <span className="md:hidden">{formatDuration(run.durationMs)} ·</span>
      <span className="md:hidden">{run.agents.join(", ") || run.agentId} ·</span>
      {run.deviation !== null && <span className="md:hidden">D {run.deviation.toFixed(2)} ·</span>}
      <span>{formatCount(run.inputTokens + run.outputTokens)} tokens</span>
      {run.policyOutcome && run.policyOutcome !== "allow" && (
        <span className="relative">
          <PolicyChip outcome={run.policyOutcome} />
        </span>
      )}
    </p>
  );
}

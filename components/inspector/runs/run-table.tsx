"use client";
/** Runs as a table. Where it is narrow, the first cell takes in what the hidden columns say. */
import Link from "next/link";
import type { InspectedRun } from "@/lib/contracts/inspector.ts";
import { StatusChip } from "../status-chip.tsx";
import {
  formatCount,
  formatDuration,
  formatFullMoment,
  formatMoment,
} from "../values/format-figures.ts";
import { InertText } from "../values/inert-text.tsx";

const HEAD = "px-3 py-2 text-xs font-medium whitespace-nowrap text-faint first:pl-0 last:pr-0";
const CELL = "px-3 py-2 align-top first:pl-0 last:pr-0";
const FIGURE = `${CELL} text-right whitespace-nowrap tabular-nums`;
/** Shown from `md` on, and from `lg` on. */
const MD = "max-md:hidden";
const LG = "max-lg:hidden";

export function RunTable({ runs }: { runs: readonly InspectedRun[] }) {
  return (
    <table className="w-full table-fixed border-y text-left">
      <caption className="sr-only">Runs, newest first</caption>
      <thead>
        <tr className="border-b">
          <th className={HEAD}>Conversation</th>
          <th className={`${HEAD} w-44 ${MD}`}>Person</th>
          <th className={`${HEAD} w-24 ${LG}`}>Agent</th>
          <th className={`${HEAD} w-28`}>Status</th>
          <th className={`${HEAD} w-28 ${MD}`}>Started</th>
          <th className={`${HEAD} w-24 text-right ${MD}`}>Duration</th>
          <th className={`${HEAD} w-20 text-right ${LG}`}>Rounds</th>
          <th className={`${HEAD} w-24 text-right ${LG}`}>Tool calls</th>
          <th className={`${HEAD} w-32 text-right ${LG}`}>Tokens in / out</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </tbody>
    </table>
  );
}

function RunRow({ run }: { run: InspectedRun }) {
  const { person } = run;
  return (
    <tr className="relative border-b transition-colors last:border-b-0 hover:bg-hover">
      <td className={CELL}>
        <Link
          href={`/admin/runs/${run.id}`}
          prefetch={false}
          className="block truncate rounded-sm font-medium after:absolute after:inset-0"
        >
          <InertText text={run.conversation.title} />
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-xs text-faint tabular-nums lg:hidden">
          <span className="basis-full truncate md:hidden">
            <InertText text={person.name} /> · {formatMoment(run.startedAt)}
          </span>
          <span className="md:hidden">{formatDuration(run.durationMs)} ·</span>
          <span>{run.agentId} ·</span>
          <span>
            {formatCount(run.inputTokens)} / {formatCount(run.outputTokens)} tokens
          </span>
        </p>
      </td>
      <td className={`${CELL} ${MD}`}>
        <span className="block truncate" title={person.email}>
          <InertText text={person.name} />
        </span>
      </td>
      <td className={`${CELL} text-soft ${LG}`}>{run.agentId}</td>
      <td className={CELL}>
        <StatusChip status={run.status} />
      </td>
      <td className={`${CELL} whitespace-nowrap text-soft tabular-nums ${MD}`}>
        <time dateTime={run.startedAt} title={formatFullMoment(run.startedAt)}>
          {formatMoment(run.startedAt)}
        </time>
      </td>
      <td className={`${FIGURE} ${MD}`}>{formatDuration(run.durationMs)}</td>
      <td className={`${FIGURE} ${LG}`}>{formatCount(run.rounds)}</td>
      <td className={`${FIGURE} ${LG}`}>{formatCount(run.toolCalls)}</td>
      <td className={`${FIGURE} ${LG}`}>
        {formatCount(run.inputTokens)} <span className="text-faint">/</span>{" "}
        {formatCount(run.outputTokens)}
      </td>
    </tr>
  );
}

/** One run of the list. The whole row links to the run. */
"use client";
import Link from "next/link";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as texts from "@/lib/messages/inspector-runs.ts";
import { FeedbackChip, FindingsChip, RunName, RunPlace, StatusChip } from "../run-marks.tsx";
import {
  formatCount,
  formatDuration,
  formatFullMoment,
  formatMoment,
} from "../values/format-figures.ts";
import { reasonWords } from "../values/reason.tsx";
import { Tokens } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { formatRunCost } from "./cost-words.ts";
import { agentsOf, type FoldedColumns } from "./run-columns.ts";
import { DeviationFigure, PolicyChip } from "./run-outcomes.tsx";

/** What the cells of the list have in common. */
export const CELL = "px-2 py-2 first:pl-0 last:pr-0";
/** Shown from `md` on, and from `lg` on. */
export const MD = "max-md:hidden";
export const LG = "max-lg:hidden";

const TOP = `${CELL} align-top`;
const FIGURE = `${TOP} text-right whitespace-nowrap tabular-nums`;

type RunRowProps = {
  run: InspectedRun;
  /** The columns that stand in the line above the table. */
  folded: FoldedColumns;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
};

export function RunRow({ run, folded, isTicked, onTick }: RunRowProps) {
  const { person } = run;
  const agents = agentsOf(run);
  return (
    <tr className="relative border-b transition-colors last:border-b-0 hover:bg-hover has-[[data-run]:focus-visible]:bg-accent-wash">
      <td className={TOP}>
        <input
          type="checkbox"
          checked={isTicked}
          aria-label={texts.compareRun({ question: run.question || run.id })}
          onChange={(event) => onTick(event.target.checked)}
          className="relative z-1 mt-0.5 size-4 accent-accent"
        />
      </td>
      <td className={TOP}>
        <Link
          data-tooltip={`${person.email}, ${formatFullMoment(run.startedAt)}`}
          href={`/admin/runs/${run.id}`}
          prefetch={false}
          data-run
          className="block truncate rounded-sm font-medium after:absolute after:inset-0"
        >
          <RunName run={run} />
        </Link>
        <p className="truncate text-xs text-faint">
          <InertText text={person.name} /> <RunPlace run={run} />
        </p>
        <NarrowFigures run={run} folded={folded} />
      </td>
      {!folded.has("agents") && (
        <td className={`${TOP} text-xs leading-5 text-soft ${MD}`}>
          {agents.map((agent) => (
            <span key={agent} className="block truncate">
              {agent}
            </span>
          ))}
        </td>
      )}
      {!folded.has("status") && <StatusCell run={run} />}
      {!folded.has("deviation") && (
        <td className={`${TOP} ${MD}`}>
          <DeviationFigure run={run} />
        </td>
      )}
      {!folded.has("policy") && (
        <td className={`${TOP} ${LG}`}>
          <PolicyChip run={run} />
        </td>
      )}
      <td className={`${FIGURE} ${MD}`}>{formatDuration(run.durationMs)}</td>
      {!folded.has("model-calls") && (
        <td className={`${FIGURE} ${LG}`}>{formatCount(run.modelCalls)}</td>
      )}
      {!folded.has("tool-calls") && (
        <td className={`${FIGURE} ${LG}`}>{formatCount(run.toolCalls)}</td>
      )}
      <td className={`${FIGURE} ${LG}`}>
        <Tokens of={run} />
      </td>
      {!folded.has("cost") && <td className={`${FIGURE} ${LG}`}>{formatRunCost(run)}</td>}
      <td className={`${FIGURE} text-soft ${MD}`}>
        <time dateTime={run.startedAt}>{formatMoment(run.startedAt)}</time>
      </td>
    </tr>
  );
}

function StatusCell({ run: { status, reason, findings, feedback } }: Pick<RunRowProps, "run">) {
  return (
    <td className={TOP}>
      <StatusChip status={status} isExplained={false} />
      {reason && <span className="mt-0.5 block text-xs text-faint">{reasonWords(reason)}</span>}
      <span className="mt-0.5 block empty:hidden">
        <FindingsChip findings={findings} />
      </span>
      <span className="mt-0.5 block empty:hidden">
        <FeedbackChip feedback={feedback} />
      </span>
    </td>
  );
}

/** The content of the columns that are hidden on a narrow screen. */
function NarrowFigures({ run, folded }: Pick<RunRowProps, "run" | "folded">) {
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-xs text-faint tabular-nums lg:hidden">
      <span className="md:hidden">{formatMoment(run.startedAt)} ·</span>
      <span className="md:hidden">{formatDuration(run.durationMs)} ·</span>
      {!folded.has("agents") && <span className="md:hidden">{agentsOf(run).join(", ")} ·</span>}
      {run.deviation !== null && !folded.has("deviation") && (
        <span className="md:hidden">
          {texts.deviationOf({ deviation: run.deviation.toFixed(2) })} ·
        </span>
      )}
      <span>{texts.tokens({ value: formatCount(run.inputTokens + run.outputTokens) })}</span>
      {run.policyOutcome && !folded.has("policy") && run.policyOutcome !== "allow" && (
        <span className="relative">
          <PolicyChip run={run} />
        </span>
      )}
    </p>
  );
}

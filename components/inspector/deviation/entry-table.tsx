/** Tools, agents or steps by how often they deviate. Names and kinds link to their runs. */
"use client";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Explained } from "@/components/ui/explained.tsx";
import type {
  DeviationEntries,
  DeviationEntry,
} from "@/lib/contracts/inspector/deviation-overview.ts";
import type { DeviationClass } from "@/lib/contracts/inspector/run/plan-inspection.ts";
import * as texts from "@/lib/messages/inspector-deviation.ts";
import { Part, WIDE_CELL, WIDE_HEAD } from "../frame.tsx";
import { CLASS_LOOKS, ClassChip } from "../plan/plan-marks.tsx";
import { formatCount, formatPercent, formatShare } from "../values/format-figures.ts";
import { foldSameColumns, SameLine } from "../values/same-columns.tsx";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";

const FIGURE = `${WIDE_CELL} text-right whitespace-nowrap tabular-nums`;
const MD = "max-md:hidden";

type EntryTableProps = {
  kind: "tool" | "agent" | "step";
  /** "Tools" */
  title: string;
  /** "Tool" */
  what: string;
  entries: DeviationEntries;
  since: string | null;
};

export function EntryTable({ kind, title, what, entries, since }: EntryTableProps) {
  const { shown, count } = entries;
  const id = `by-${kind}`;
  const [all, setAll] = useState(false);
  const deviating = shown.filter((entry) => entry.deviating > 0);
  const calm = deviating.length === 0 ? 0 : shown.length - deviating.length;
  const visible = all || calm === 0 ? shown : deviating;
  if (count === 0) return null;
  const folded = foldSameColumns<DeviationEntry, EntryColumn>(visible, CELLS);
  const sameId = `${id}-same`;
  return (
    <Part id={id} title={title} look="small">
      <div className="mt-2">
        <SameLine id={sameId} folded={folded} names={COLUMN_NAMES} />
      </div>
      <table
        aria-labelledby={id}
        aria-describedby={folded.size > 0 ? sameId : undefined}
        className="w-full table-fixed border-y text-left"
      >
        <thead>
          <tr className="border-b">
            <th className={`${WIDE_HEAD} md:w-72`}>{what}</th>
            <th className={`${WIDE_HEAD} w-24 text-right ${MD}`}>
              <Term name="timesRun">{texts.times()}</Term>
            </th>
            {!folded.has("deviating") && (
              <th className={`${WIDE_HEAD} w-24 text-right`}>
                <Term name="deviating">{texts.deviates()}</Term>
              </th>
            )}
            {!folded.has("rate") && (
              <th className={`${WIDE_HEAD} w-20 text-right`}>
                <Term name="deviationRate">{texts.rate()}</Term>
              </th>
            )}
            {!folded.has("points") && (
              <th className={`${WIDE_HEAD} w-28 text-right ${MD}`}>
                <Term name="alignmentCost">{texts.meanPoints()}</Term>
              </th>
            )}
            {!folded.has("how") && <th className={`${WIDE_HEAD} ${MD}`}>{texts.how()}</th>}
          </tr>
        </thead>
        <tbody>
          {visible.map((entry) => (
            <EntryRow
              key={`${entry.stepId} ${entry.type} ${entry.name}`}
              entry={entry}
              since={since}
              folded={folded}
            />
          ))}
        </tbody>
      </table>
      {calm > 0 && (
        <Button size="sm" aria-expanded={all} className="mt-1 -ml-2" onClick={() => setAll(!all)}>
          {all
            ? texts.showOnlyWhatDeviates()
            : texts.showThatWentAsPlanned({ calm: formatCount(calm) })}
        </Button>
      )}
      {count > shown.length && (
        <p className="mt-1.5 text-xs text-faint">
          {texts.showingOf({ shown: formatCount(shown.length), amount: formatCount(count) })}
        </p>
      )}
    </Part>
  );
}

type EntryColumn = "deviating" | "rate" | "points" | "how";

const COLUMN_NAMES: Readonly<Record<EntryColumn, string>> = {
  deviating: texts.deviates(),
  rate: texts.rate(),
  points: texts.meanPoints(),
  how: texts.how(),
};

const pointsOf = ({ cost, moves }: DeviationEntry) => (cost / moves).toFixed(2);
const CELLS: Record<EntryColumn, (entry: DeviationEntry) => string | null> = {
  deviating: ({ deviating }) => formatCount(deviating),
  rate: ({ deviating, moves }) => formatPercent(deviating / moves),
  points: pointsOf,
  // Kinds of deviation lead to their runs.
  how: ({ classes }) => (classes.length === 0 ? texts.asPlanned() : null),
};

type EntryProps = { entry: DeviationEntry; since: string | null };
type EntryRowProps = EntryProps & { folded: ReadonlyMap<EntryColumn, string> };

function EntryRow({ entry, since, folded }: EntryRowProps) {
  const { stepId, moves, deviating, cost } = entry;
  return (
    <tr className="border-b last:border-b-0">
      <td className={WIDE_CELL}>
        <EntryName entry={entry} since={since} />
        {stepId !== null && (
          <Term name="step" className="block font-mono text-xs text-faint wrap-anywhere">
            <InertText text={stepId} />
          </Term>
        )}
        {!folded.has("how") && (
          <span className="mt-1 flex flex-wrap gap-1 md:hidden">
            <ClassLinks entry={entry} since={since} />
          </span>
        )}
      </td>
      <td className={`${FIGURE} ${MD}`}>{formatCount(moves)}</td>
      {!folded.has("deviating") && <td className={FIGURE}>{formatCount(deviating)}</td>}
      {!folded.has("rate") && <td className={FIGURE}>{formatPercent(deviating / moves)}</td>}
      {!folded.has("points") && (
        <td className={`${FIGURE} ${MD}`}>
          <Explained text={texts.pointsInAll({ cost: formatShare(cost) })}>
            {pointsOf(entry)}
          </Explained>
        </td>
      )}
      {!folded.has("how") && (
        <td className={`${WIDE_CELL} ${MD}`}>
          <span className="flex flex-wrap gap-1">
            <ClassLinks entry={entry} since={since} />
          </span>
        </td>
      )}
    </tr>
  );
}

/** An action has no link, because no run can be found by its name. */
function EntryName({ entry, since }: EntryProps) {
  if (entry.type === "action") return <InertText text={entry.name} />;
  return (
    <Link
      href={toRuns({ entry, since })}
      prefetch={false}
      className="rounded-sm font-medium wrap-anywhere hover:underline"
    >
      <InertText text={entry.name} />
    </Link>
  );
}

function ClassLinks({ entry, since }: EntryProps) {
  if (entry.classes.length === 0)
    return <span className="text-xs text-faint">{texts.asPlanned()}</span>;
  return entry.classes.map(({ class: name, moves }) => (
    <Link
      data-tooltip={CLASS_LOOKS[name].rule}
      key={name}
      href={toRuns({ entry, class: name, since })}
      prefetch={false}
      className="inline-flex items-center gap-1 rounded-full pr-1 hover:bg-hover"
    >
      <ClassChip name={name} isExplained={false} />
      <span className="text-xs text-soft tabular-nums">{formatCount(moves)}</span>
    </Link>
  ));
}

type About = {
  entry?: Pick<DeviationEntry, "type" | "name">;
  class?: DeviationClass;
  /** The start of the time range; null for all time. */
  since: string | null;
};

/** An action belongs to the coordinator: no run can be found by its name. */
export function toRuns({ entry, class: name, since }: About): string {
  const query = new URLSearchParams();
  if (entry?.type === "tool") query.set("tool", nameOfTool(entry.name));
  if (entry?.type === "agent") query.set("agent", entry.name);
  if (name) query.set("kind", name);
  if (since) query.set("from", since);
  else query.set("period", "all");
  return `/admin/runs?${query}`;
}

/** Runs are found by the hop's name without its version: `name@1.0` is `name`. */
function nameOfTool(tool: string): string {
  const at = tool.lastIndexOf("@");
  return at > 0 ? tool.slice(0, at) : tool;
}

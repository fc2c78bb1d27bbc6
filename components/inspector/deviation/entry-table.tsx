"use client";
/** Tools, agents or steps by how often they deviate. Names and kinds link to their runs. */
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Explained } from "@/components/ui/explained.tsx";
import type {
  DeviationEntries,
  DeviationEntry,
} from "@/lib/contracts/inspector/deviation/deviation-overview.ts";
import * as texts from "@/lib/messages/inspector-deviation.ts";
import { CLASS_LOOKS, ClassChip } from "../plan/class-chip.tsx";
import { formatPercent, formatShare } from "../plan/format-share.ts";
import { formatCount } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { toRuns } from "./to-runs.ts";

const HEAD = "px-3 py-2 text-xs font-medium whitespace-nowrap text-faint first:pl-0 last:pr-0";
const CELL = "px-3 py-2 align-top first:pl-0 last:pr-0";
const FIGURE = `${CELL} text-right whitespace-nowrap tabular-nums`;
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
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-sm font-medium">
        {title}
      </h2>
      <table aria-labelledby={id} className="mt-2 w-full table-fixed border-y text-left">
        <thead>
          <tr className="border-b">
            <th className={`${HEAD} md:w-72`}>{what}</th>
            <th className={`${HEAD} w-24 text-right ${MD}`}>
              <Term name="timesRun">{texts.times()}</Term>
            </th>
            <th className={`${HEAD} w-24 text-right`}>
              <Term name="deviating">{texts.deviates()}</Term>
            </th>
            <th className={`${HEAD} w-20 text-right`}>
              <Term name="deviationRate">{texts.rate()}</Term>
            </th>
            <th className={`${HEAD} w-28 text-right ${MD}`}>
              <Term name="alignmentCost">{texts.meanPoints()}</Term>
            </th>
            <th className={`${HEAD} ${MD}`}>{texts.how()}</th>
          </tr>
        </thead>
        <tbody>
          {visible.map((entry) => (
            <EntryRow
              key={`${entry.stepId} ${entry.type} ${entry.name}`}
              entry={entry}
              since={since}
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
    </section>
  );
}

type EntryRowProps = { entry: DeviationEntry; since: string | null };

function EntryRow({ entry, since }: EntryRowProps) {
  const { stepId, moves, deviating, cost } = entry;
  return (
    <tr className="border-b last:border-b-0">
      <td className={CELL}>
        <EntryName entry={entry} since={since} />
        {stepId !== null && (
          <Term name="step" className="block font-mono text-xs text-faint wrap-anywhere">
            <InertText text={stepId} />
          </Term>
        )}
        <span className="mt-1 flex flex-wrap gap-1 md:hidden">
          <ClassLinks entry={entry} since={since} />
        </span>
      </td>
      <td className={`${FIGURE} ${MD}`}>{formatCount(moves)}</td>
      <td className={FIGURE}>{formatCount(deviating)}</td>
      <td className={FIGURE}>{formatPercent(deviating / moves)}</td>
      <td className={`${FIGURE} ${MD}`}>
        <Explained text={texts.pointsInAll({ cost: formatShare(cost) })}>
          {(cost / moves).toFixed(2)}
        </Explained>
      </td>
      <td className={`${CELL} ${MD}`}>
        <span className="flex flex-wrap gap-1">
          <ClassLinks entry={entry} since={since} />
        </span>
      </td>
    </tr>
  );
}

/** An action has no link, because no run can be found by its name. */
function EntryName({ entry, since }: EntryRowProps) {
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

function ClassLinks({ entry, since }: EntryRowProps) {
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

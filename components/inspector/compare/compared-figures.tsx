/** The figures of two runs and their differences. */
import type { ComparedRun, RunComparison } from "@/lib/contracts/inspector/run-comparison.ts";
import * as text from "@/lib/messages/inspector-compare.ts";
import { formatCount, formatDuration, formatShare } from "../values/format-figures.ts";
import { Term, type TermName } from "../values/term.tsx";

const HEAD = "px-3 py-1.5 text-right text-xs font-medium text-faint last:pr-0";
const CELL = "px-3 py-1.5 text-right tabular-nums last:pr-0";

export function ComparedFigures({ comparison }: { comparison: RunComparison }) {
  return (
    <table aria-label={text.figures()} className="w-full max-w-2xl border-y text-left">
      <thead>
        <tr className="border-b">
          <th className="py-1.5 text-xs font-medium text-faint">{text.figure()}</th>
          <th className={HEAD}>{text.left()}</th>
          <th className={HEAD}>{text.right()}</th>
          <th className={HEAD}>{text.difference()}</th>
        </tr>
      </thead>
      <tbody>
        {listFigures(comparison).map(({ name, term, left, right, difference }) => (
          <tr key={name} className="border-b last:border-b-0">
            <th scope="row" className="py-1.5 font-normal text-soft">
              <Term name={term}>{name}</Term>
            </th>
            <td className={CELL}>{left}</td>
            <td className={CELL}>{right}</td>
            <td className={`${CELL} ${lookOf(difference)}`}>{difference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function lookOf(difference: string): string {
  return difference === text.noDifferenceOfFigures() ? "text-faint" : "font-medium";
}

type ComparedFigure = {
  name: string;
  term: TermName;
  left: string;
  right: string;
  difference: string;
};

type Figure = {
  name: string;
  term: TermName;
  of: (side: ComparedRun) => number | null;
  format: (value: number) => string;
  /** The text for a missing figure. */
  none?: (side: ComparedRun) => string;
};

const FIGURES: readonly Figure[] = [
  {
    name: text.duration(),
    term: "duration",
    of: ({ run }) => run.durationMs,
    format: formatDuration,
  },
  {
    name: text.deviation(),
    term: "deviation",
    of: ({ run }) => run.deviation,
    format: formatShare,
    none: ({ hasPlan }) => (hasPlan ? text.notScored() : text.noPlan()),
  },
  {
    name: text.timesPlannedAgain(),
    term: "revision",
    of: ({ revisions }) => revisions,
    format: formatCount,
  },
  { name: text.hops(), term: "hop", of: ({ hopCount }) => hopCount, format: formatCount },
  { name: text.rounds(), term: "round", of: ({ run }) => run.rounds, format: formatCount },
  {
    name: text.modelCalls(),
    term: "modelCalls",
    of: ({ run }) => run.modelCalls,
    format: formatCount,
  },
  {
    name: text.toolCalls(),
    term: "toolCalls",
    of: ({ run }) => run.toolCalls,
    format: formatCount,
  },
  { name: text.tokensIn(), term: "tokens", of: ({ run }) => run.inputTokens, format: formatCount },
  {
    name: text.tokensOut(),
    term: "tokens",
    of: ({ run }) => run.outputTokens,
    format: formatCount,
  },
];

export function listFigures({ left, right }: RunComparison): ComparedFigure[] {
  return FIGURES.map(({ name, term, of, format, none }) => {
    const [one, other] = [of(left), of(right)];
    const say = (value: number | null, side: ComparedRun) =>
      value === null ? (none?.(side) ?? "–") : format(value);
    return {
      name,
      term,
      left: say(one, left),
      right: say(other, right),
      difference: one === null || other === null ? "–" : sayDifference(other - one, format),
    };
  });
}

/** From left to right: `+120 ms`, `−3`, `same`. */
function sayDifference(difference: number, format: (value: number) => string): string {
  if (difference === 0) return text.noDifferenceOfFigures();
  return `${difference > 0 ? "+" : "−"}${format(Math.abs(difference))}`;
}

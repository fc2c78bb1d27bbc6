/** The figures of two runs and their differences, in words. Pure. */
import type {
  ComparedRun,
  RunComparison,
} from "@/lib/contracts/inspector/compare/run-comparison.ts";
import { formatShare } from "../plan/format-share.ts";
import { formatCount, formatDuration } from "../values/format-figures.ts";

export type ComparedFigure = { name: string; left: string; right: string; difference: string };

type Figure = {
  name: string;
  of: (side: ComparedRun) => number | null;
  format: (value: number) => string;
  /** What is said where there is no figure. */
  none?: (side: ComparedRun) => string;
};

const FIGURES: readonly Figure[] = [
  { name: "Duration", of: ({ run }) => run.durationMs, format: formatDuration },
  {
    name: "Deviation D",
    of: ({ run }) => run.deviation,
    format: formatShare,
    none: ({ hasPlan }) => (hasPlan ? "Not scored" : "No plan"),
  },
  { name: "Times re-planned", of: ({ revisions }) => revisions, format: formatCount },
  { name: "Hops", of: ({ hopCount }) => hopCount, format: formatCount },
  { name: "Rounds", of: ({ run }) => run.rounds, format: formatCount },
  { name: "Model calls", of: ({ run }) => run.modelCalls, format: formatCount },
  { name: "Tool calls", of: ({ run }) => run.toolCalls, format: formatCount },
  { name: "Tokens in", of: ({ run }) => run.inputTokens, format: formatCount },
  { name: "Tokens out", of: ({ run }) => run.outputTokens, format: formatCount },
];

export function listFigures({ left, right }: RunComparison): ComparedFigure[] {
  return FIGURES.map(({ name, of, format, none }) => {
    const [one, other] = [of(left), of(right)];
    const say = (value: number | null, side: ComparedRun) =>
      value === null ? (none?.(side) ?? "–") : format(value);
    return {
      name,
      left: say(one, left),
      right: say(other, right),
      difference: one === null || other === null ? "–" : sayDifference(other - one, format),
    };
  });
}

/** From left to right: `+120 ms`, `−3`, `same`. */
function sayDifference(difference: number, format: (value: number) => string): string {
  if (difference === 0) return "same";
  return `${difference > 0 ? "+" : "−"}${format(Math.abs(difference))}`;
}

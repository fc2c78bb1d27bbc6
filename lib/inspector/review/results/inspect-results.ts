/** Results of reviews, and the cases behind each figure, for anybody who judges. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import type {
  FigureCases,
  FigureQuery,
  ResultsQuery,
  ResultsRange,
  ReviewResults,
} from "../../../contracts/inspector/review/review-results.ts";
import {
  countWaiting,
  readFigures,
  readRaters,
  readReferences,
} from "../../../db/review/results/read-figures.ts";
import { FIGURE_CASES_MAX } from "../../limits.ts";
import { foldCases, isBehind } from "./judged-cases.ts";
import { summariseCases } from "./summarise-cases.ts";

const DAYS: Record<ResultsRange, number> = { "7d": 7, "30d": 30, "90d": 90, "365d": 365 };

/** The first and the last day of a range (UTC). */
export function daysOf(range: ResultsRange, now = new Date()): { from: string; to: string } {
  const first = new Date(now.getTime() - (DAYS[range] - 1) * 86_400_000);
  return { from: first.toISOString().slice(0, 10), to: now.toISOString().slice(0, 10) };
}

/** @throws AppError `forbidden` without `review:judge`, `audit-unavailable` */
export async function inspectResults(
  actor: Actor,
  { range }: ResultsQuery,
): Promise<ReviewResults> {
  const { from, to } = daysOf(range);
  const [{ figures, isCut }, waiting, names] = await Promise.all([
    readFigures(actor, from),
    countWaiting(actor),
    readRaters(actor),
  ]);
  return {
    range,
    from,
    to,
    isCut,
    ...summariseCases(foldCases(figures), names, waiting.sampled),
    open: waiting.open,
    overdue: waiting.overdue,
  };
}

/** @throws AppError `forbidden` without `review:judge`, `audit-unavailable` */
export async function inspectFigure(actor: Actor, query: FigureQuery): Promise<FigureCases> {
  const { figures } = await readFigures(actor, daysOf(query.range).from);
  const behind = foldCases(figures).filter((found) => isBehind(found, query));
  const live = behind.flatMap(({ runId, ...found }) => (runId === null ? [] : { ...found, runId }));
  const shown = live.slice(0, FIGURE_CASES_MAX);
  const references = await readReferences(
    actor,
    shown.map(({ runId }) => runId),
  );
  return {
    cases: shown.flatMap(({ runId, day, upheld, verdicts: [{ reasons }] }) => {
      const reference = references.get(runId);
      return reference === undefined ? [] : { runId, reference, day, upheld, reasons };
    }),
    total: behind.length,
    erased: behind.length - live.length,
  };
}

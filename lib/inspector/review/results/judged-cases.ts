/** Verdicts folded into cases, and which cases stand behind a figure. */
import "server-only";
import { findCounting } from "../../../contracts/inspector/review/decide-case.ts";
import type { FigureQuery, PartKind } from "../../../contracts/inspector/review/review-results.ts";
import type { Figure } from "../../../db/review/results/read-figures.ts";

export type JudgedCase = {
  runId: string | null;
  /** Of the verdict that counts. */
  day: string;
  upheld: boolean;
  counting: Figure;
  /** In the order in which they were given. */
  verdicts: readonly [Figure, ...Figure[]];
  /** The first verdicts of two judges who did not know of each other's. */
  pair: readonly [Figure, Figure] | null;
};

/** @param figures all of a case one after the other */
export function foldCases(figures: readonly Figure[]): JudgedCase[] {
  const cases = new Map<string, [Figure, ...Figure[]]>();
  for (const figure of figures) {
    const known = cases.get(figure.unit);
    if (known) known.push(figure);
    else cases.set(figure.unit, [figure]);
  }
  return [...cases.values()].map((verdicts) => {
    const inOrder = verdicts.sort((one, other) => one.nth - other.nth);
    const counting = findCounting(inOrder) ?? inOrder[0];
    const { runId, day, upheld } = counting;
    return { runId, day, upheld, counting, verdicts: inOrder, pair: findPair(inOrder) };
  });
}

/** A correction was given by somebody who may know of the other verdict. */
function findPair(verdicts: readonly Figure[]): JudgedCase["pair"] {
  const one = verdicts.find(({ seat }) => seat === 1);
  const other = verdicts.find(({ seat }) => seat === 2);
  return one && other && one.rater !== other.rater ? [one, other] : null;
}

const LISTS = { rule: "reasons", agent: "agents", prompt: "prompts", policy: "policies" } as const;

/** The parts of one kind that a case belongs to; one without a name where there is none. */
export function partsOf({ day, verdicts }: JudgedCase, kind: PartKind): string[] {
  const [first] = verdicts;
  if (kind === "day") return [day];
  const names = kind === "model" ? (first.model === null ? [] : [first.model]) : first[LISTS[kind]];
  return names.length === 0 ? [""] : names;
}

export const isSampled = ({ verdicts: [first] }: JudgedCase) => first.reasons.includes("random");

/** Sorted, so that the same two have the same key. */
export function ratersOf({ pair }: JudgedCase): [Figure, Figure] | null {
  if (!pair) return null;
  const [one, other] = pair;
  return (one.rater ?? "") <= (other.rater ?? "") ? [one, other] : [other, one];
}

export const keyOfRaters = (raters: readonly [Figure, Figure]) =>
  raters.map(({ rater }) => rater ?? "").join("~");

type AskedFigure = Pick<FigureQuery, "by" | "of" | "wrong">;

export const isBehind = (found: JudgedCase, asked: AskedFigure) =>
  (asked.wrong === undefined || found.upheld) && belongsTo(found, asked);

function belongsTo(found: JudgedCase, { by, of }: AskedFigure): boolean {
  switch (by) {
    case "all":
      return true;
    case "sample":
      return isSampled(found);
    case "pairs":
      return found.pair !== null;
    case "raters": {
      const raters = ratersOf(found);
      return raters !== null && keyOfRaters(raters) === of;
    }
    default:
      return partsOf(found, by).includes(of);
  }
}

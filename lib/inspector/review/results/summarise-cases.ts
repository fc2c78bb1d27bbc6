/** The figures of judged cases. Pure. */
import "server-only";
import {
  type Answer,
  type AnswerPair,
  cohensKappa,
  krippendorffsAlpha,
  percentAgreement,
} from "../../../agreement/agreement.ts";
import { wilsonInterval } from "../../../agreement/wilson-interval.ts";
import {
  PartKind,
  type ResultsPart,
  type ReviewResults,
  VERDICT_CRITERION,
} from "../../../contracts/inspector/review/review-results.ts";
import { KAPPA_CASES_MIN } from "../../../contracts/limits.ts";
import type { Figure } from "../../../db/review/results/read-figures.ts";
import { RESULT_PARTS_MAX } from "../../limits.ts";
import { isSampled, type JudgedCase, keyOfRaters, partsOf, ratersOf } from "./judged-cases.ts";

type Summary = Pick<
  ReviewResults,
  "total" | "erased" | "sample" | "parts" | "agreement" | "raters" | "time"
>;

/** @param names by what stands for a reviewer @param waiting drawn into the sample and not judged yet */
export function summariseCases(
  cases: readonly JudgedCase[],
  names: ReadonlyMap<string, string>,
  waiting: number,
): Summary {
  const sample = count(cases.filter(isSampled));
  const parts = PartKind.options.map((kind) => [kind, countParts(cases, kind)] as const);
  return {
    total: count(cases),
    erased: cases.filter(({ runId }) => runId === null).length,
    sample: {
      ...sample,
      interval: wilsonInterval(sample.judged - sample.upheld, sample.judged),
      waiting,
    },
    parts: Object.fromEntries(parts) as Summary["parts"],
    agreement: agreementOf(cases.flatMap(({ pair }) => (pair ? [pair] : []))),
    raters: ratersAgree(cases, names),
    time: timeOf(cases),
  };
}

function count(cases: readonly JudgedCase[]) {
  return { judged: cases.length, upheld: cases.filter(({ upheld }) => upheld).length };
}

/** Days in their order; all others by how many cases they have. */
function countParts(cases: readonly JudgedCase[], kind: PartKind): ResultsPart[] {
  const parts = new Map<string, ResultsPart>();
  for (const found of cases)
    for (const key of partsOf(found, kind)) {
      const part = parts.get(key) ?? { key, judged: 0, upheld: 0 };
      part.judged += 1;
      if (found.upheld) part.upheld += 1;
      parts.set(key, part);
    }
  const byKey = (one: ResultsPart, other: ResultsPart) => (one.key < other.key ? -1 : 1);
  const sorted = [...parts.values()].sort((one, other) =>
    kind === "day" ? byKey(other, one) : other.judged - one.judged || byKey(one, other),
  );
  return sorted.slice(0, RESULT_PARTS_MAX);
}

export const answersOf = ({ upheld, answers }: Figure): ReadonlyMap<string, Answer> =>
  new Map<string, Answer>([[VERDICT_CRITERION, upheld], ...Object.entries(answers)]);

/** A criterion and the first version that asks the same by it: `tone@2`. Of the verdict itself all ask the same. */
export function questionOf({ rubric, asked }: Figure, criterion: string): string {
  const version = criterion === VERDICT_CRITERION ? null : (asked[criterion] ?? rubric);
  return version === null ? criterion : `${criterion}@${version}`;
}

function readQuestion(question: string): { criterion: string; rubric: number | null } {
  const [criterion = "", version] = question.split("@");
  return { criterion, rubric: version === undefined ? null : Number(version) };
}

type Compared = Map<string, AnswerPair[]>;

/** What both answered where both were asked the same, by question, in their order. */
function comparePairs(pairs: readonly (readonly [Figure, Figure])[]): Compared {
  const compared: Compared = new Map();
  for (const [one, other] of pairs) {
    const others = answersOf(other);
    for (const [criterion, answer] of answersOf(one)) {
      const second = others.get(criterion);
      const question = questionOf(one, criterion);
      if (second !== undefined && questionOf(other, criterion) === question)
        addTo(compared, question, [answer, second]);
    }
  }
  return inOrder(compared);
}

/** By name, whatever was read first. */
const inOrder = <Item>(lists: ReadonlyMap<string, Item[]>) =>
  new Map([...lists].sort(([one], [other]) => (one < other ? -1 : 1)));

function agreementOf(pairs: readonly (readonly [Figure, Figure])[]): Summary["agreement"] {
  return [...comparePairs(pairs)].map(([question, answers]) => {
    const distance = distanceOf(answers);
    return {
      ...readQuestion(question),
      distance,
      n: answers.length,
      percent: percentAgreement(answers),
      alpha: krippendorffsAlpha(answers, distance),
    };
  });
}

/** Steps of a scale are numbers, whose order counts and not their difference. All else is alike or not. */
const distanceOf = (answers: readonly AnswerPair[]) =>
  answers.flat().every((answer) => typeof answer === "number") ? "ordinal" : "nominal";

function ratersAgree(
  cases: readonly JudgedCase[],
  names: ReadonlyMap<string, string>,
): Summary["raters"] {
  const common = new Map<string, [Figure, Figure][]>();
  for (const found of cases) {
    const raters = ratersOf(found);
    if (!raters?.every(({ rater }) => rater !== null)) continue;
    addTo(common, keyOfRaters(raters), raters);
  }
  return [...inOrder(common)].flatMap(([key, pairs]) => {
    const [one = "", other = ""] = key.split("~");
    return [...comparePairs(pairs)]
      .filter(([, { length }]) => length >= KAPPA_CASES_MIN)
      .map(([question, answers]) => ({
        ...readQuestion(question),
        raters: [one, other] as [string, string],
        names: [names.get(one) ?? null, names.get(other) ?? null] as [string | null, string | null],
        n: answers.length,
        kappa: cohensKappa(answers),
      }));
  });
}

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const known = lists.get(key);
  if (known) known.push(item);
  else lists.set(key, [item]);
}

function timeOf(cases: readonly JudgedCase[]): Summary["time"] {
  const seconds = cases
    .flatMap(({ verdicts }) => verdicts.map((verdict) => verdict.seconds))
    .filter((each) => each !== null)
    .sort((one, other) => one - other);
  const at = (share: number) => seconds[Math.ceil(share * seconds.length) - 1] ?? null;
  return { n: seconds.length, median: at(0.5), p90: at(0.9) };
}

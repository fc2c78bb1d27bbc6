/** What becomes of a case by its verdicts. Pure. */
import type { VersionedRubric } from "./rubric.ts";
import type { Answers } from "./verdict.ts";

/** The last verdict of a seat. */
export type SeatVerdict = {
  seat: number;
  nth: number;
  upheld: boolean;
  rubric: number | null;
  answers: Answers;
};

/** Seat of who decides where two judges differ. */
export const ADJUDICATOR = 3;

/**
 * The verdict that a case counts by: the last of who decides, else of the first judge.
 * @param verdicts in the order in which they were given
 */
export const findCounting = <Verdict extends { seat: number }>(
  verdicts: readonly Verdict[],
): Verdict | undefined =>
  verdicts.findLast(({ seat }) => seat === ADJUDICATOR) ??
  verdicts.findLast(({ seat }) => seat === 1) ??
  verdicts.at(-1);

/** Where two judges agree, and where a third decides, the person reads the verdict `by`. `asks` 3: a third is needed. */
export type Decision =
  | { state: "judged"; asks: 1 | 2; by: SeatVerdict }
  | { state: "open"; asks: 1 | 2 | 3 };

/**
 * @param asks how many are to judge the case
 * @param verdicts one a seat
 * @param rubrics the versions that they were given by
 */
export function decideCase(
  asks: number,
  verdicts: readonly SeatVerdict[],
  rubrics: readonly VersionedRubric[],
): Decision {
  const at = (seat: number) => verdicts.find((verdict) => verdict.seat === seat);
  const [first, second, third] = [at(1), at(2), at(ADJUDICATOR)];
  const wanted = asks > 1 || second ? 2 : 1;
  if (third) return { state: "judged", asks: first && second ? 2 : 1, by: third };
  if (wanted === 1)
    return first ? { state: "judged", asks: 1, by: first } : { state: "open", asks: 1 };
  if (!first || !second) return { state: "open", asks: 2 };
  return differ(first, second, rubrics)
    ? { state: "open", asks: ADJUDICATOR }
    : { state: "judged", asks: 2, by: first };
}

/** In what was found, or in a criterion that both had to answer by pass or fail, or by a choice. */
export function differ(
  one: SeatVerdict,
  other: SeatVerdict,
  rubrics: readonly VersionedRubric[],
): boolean {
  const [mine, theirs] = [one, other].map(({ rubric }) => decisive(rubric, rubrics));
  const common = mine?.filter((id) => theirs?.includes(id)) ?? [];
  return one.upheld !== other.upheld || common.some((id) => one.answers[id] !== other.answers[id]);
}

function decisive(version: number | null, rubrics: readonly VersionedRubric[]): string[] {
  const criteria = rubrics.find((rubric) => rubric.version === version)?.criteria ?? [];
  return criteria
    .filter(({ kind, required }) => required && (kind === "pass" || kind === "choice"))
    .map(({ id }) => id);
}

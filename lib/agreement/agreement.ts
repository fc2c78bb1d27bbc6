/** Agreement of reviewers, by the answers that they gave to the same question about the same cases. */

export type Answer = string | number | boolean;

/** What two reviewers answered about one case. */
export type AnswerPair = readonly [Answer, Answer];

/** How far two answers differ: at all, by their ranks, or by the square of their difference. The last two take numbers. */
export type Distance = "nominal" | "ordinal" | "interval";

/** @returns the share of pairs that are alike, 0–1; null without pairs */
export function percentAgreement(pairs: readonly AnswerPair[]): number | null {
  if (pairs.length === 0) return null;
  return pairs.filter(([one, other]) => one === other).length / pairs.length;
}

/**
 * J. Cohen (1960): agreement beyond what the frequencies of each reviewer's answers would give by chance.
 * @param pairs the same reviewer stands first in each
 * @returns at most 1; null where both always gave the same answer, so that chance explains all of it
 */
export function cohensKappa(pairs: readonly AnswerPair[]): number | null {
  const observed = percentAgreement(pairs);
  if (observed === null) return null;
  const first = countAnswers(pairs.map(([one]) => one));
  const second = countAnswers(pairs.map(([, other]) => other));
  if (first.size === 1 && second.size === 1 && observed === 1) return null;
  let chance = 0;
  for (const [answer, count] of first)
    chance += (count / pairs.length) * ((second.get(answer) ?? 0) / pairs.length);
  return (observed - chance) / (1 - chance);
}

/**
 * K. Krippendorff, Content Analysis (2004), chapter 11. A case that fewer than two reviewers answered counts for nothing.
 * @param cases the answers about each case, in any order
 * @returns at most 1; null where all answers are the same, so that nothing could have differed
 */
export function krippendorffsAlpha(
  cases: readonly (readonly Answer[])[],
  distance: Distance,
): number | null {
  const compared = cases.filter(({ length }) => length > 1);
  const all = countAnswers(compared.flat());
  const squared = squaredDistance(distance, all);
  const expected = disagreement(all, squared);
  if (expected === 0) return null;
  const total = sum([...all.values()]);
  const observed = compared.map(
    (answers) => answers.length * disagreement(countAnswers(answers), squared),
  );
  return 1 - sum(observed) / total / expected;
}

type Counts = ReadonlyMap<Answer, number>;
type Squared = (one: Answer, other: Answer) => number;

/** The mean over all pairs of two answers. */
function disagreement(counts: Counts, squared: Squared): number {
  const total = sum([...counts.values()]);
  if (total < 2) return 0;
  let between = 0;
  for (const [one, ones] of counts)
    for (const [other, others] of counts) between += ones * others * squared(one, other);
  return between / (total * (total - 1));
}

function squaredDistance(distance: Distance, counts: Counts): Squared {
  switch (distance) {
    case "nominal":
      return (one, other) => (one === other ? 0 : 1);
    case "interval":
      return (one, other) => (Number(one) - Number(other)) ** 2;
    case "ordinal":
      return byRank(counts);
  }
}

/** The answers that lie between two, with half of each of the two. */
function byRank(counts: Counts): Squared {
  const middles = new Map<Answer, number>();
  let below = 0;
  const ranked = [...counts].sort(([one], [other]) => Number(one) - Number(other));
  for (const [answer, count] of ranked) {
    middles.set(answer, below + count / 2);
    below += count;
  }
  const middle = (answer: Answer) => middles.get(answer) ?? 0;
  return (one, other) => (middle(one) - middle(other)) ** 2;
}

function countAnswers(answers: readonly Answer[]): Counts {
  const counts = new Map<Answer, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return counts;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

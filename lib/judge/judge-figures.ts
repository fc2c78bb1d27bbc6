/** How good a version of the judge is, with its intervals, and whether that is enough. Pure. */
import "server-only";
import { wilsonInterval } from "../agreement/wilson-interval.ts";
import type { JudgeFigures, Rate } from "../contracts/inspector/review/model-judge.ts";
import type { JudgedCounts } from "../db/review/model-judge/count-judged.ts";
import { JUDGE_FLOOR_CASES_MIN } from "./limits.ts";

export function toFigures({ wrong, right, withoutScore }: JudgedCounts): JudgeFigures {
  return { wrong: toRate(wrong), right: toRate(right), withoutScore };
}

/** Of no case, anything is possible. */
function toRate({ found, of }: { found: number; of: number }): Rate {
  return { found, of, ...(wilsonInterval(found, of) ?? { low: 0, high: 1 }) };
}

/** By the lower bounds: a judge that is not known to be good enough is not, once there are enough cases to tell. */
export function isBelowFloor({ wrong, right }: JudgeFigures, floor: number): boolean {
  if (Math.min(wrong.of, right.of) < JUDGE_FLOOR_CASES_MIN) return false;
  return (wrong.low + right.low) / 2 < floor;
}

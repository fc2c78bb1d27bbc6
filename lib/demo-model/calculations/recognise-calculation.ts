/** Finds the calculations that a text asks for. */
import type { Calculation, Recogniser } from "./calculation.ts";
import { recogniseBase, recogniseDates } from "./conversions.ts";
import { recogniseExpression } from "./expression.ts";
import { recogniseFactorial } from "./factorial.ts";
import { recogniseFibonacci } from "./fibonacci.ts";
import { recogniseListFigure } from "./list-figures.ts";
import { recognisePrimes } from "./primes.ts";
import { recogniseRange } from "./ranges.ts";
import { wordsToDigits } from "./read-numbers.ts";

const RECOGNISERS: Recogniser[] = [
  recogniseDates,
  recogniseFibonacci,
  recogniseFactorial,
  recognisePrimes,
  recogniseRange,
  recogniseListFigure,
  recogniseBase,
  recogniseExpression,
];

export function recogniseCalculation(text: string): Calculation | null {
  const digits = wordsToDigits(text);
  for (const recognise of RECOGNISERS) {
    const calculation = recognise(digits);
    if (calculation) return calculation;
  }
  return null;
}

/** Several where each part of "this, that and the other" is one by itself; else at most one. */
export function recogniseCalculations(text: string): Calculation[] {
  const parts = text
    .split(/\s*(?:[;?]\s+|,?\s+and(?:\s+also)?\s+|,\s+)/i)
    .filter((part) => /\w/.test(part));
  const each = parts.map(recogniseCalculation);
  if (each.length > 1 && each.every((calculation) => calculation !== null)) return each;
  const whole = recogniseCalculation(text);
  return whole ? [whole] : [];
}

/** The calculation that a piece of code carries in its first line. */
export function calculationOfCode(code: string): Calculation | null {
  const label = /^# (.+)/.exec(code)?.[1];
  const calculation = label ? recogniseCalculation(label) : null;
  return calculation?.label === label ? calculation : null;
}

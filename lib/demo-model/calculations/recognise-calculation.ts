/** Finds the calculations that a text asks for; converts number bases and counts days. */
import {
  type Calculation,
  makeCalculation,
  type Recogniser,
  wordsToDigits,
} from "./calculation.ts";
import { recogniseExpression } from "./expression.ts";
import { recogniseListFigure, recogniseRange } from "./figures.ts";
import { recogniseFactorial, recogniseFibonacci, recognisePrimes } from "./sequences.ts";

const BASES = { binary: "b", octal: "o", hexadecimal: "x", hex: "x" } as const;

/** "255 in hex", "convert 100 to binary", "binary 1010 to decimal". */
const recogniseBase: Recogniser = (text) => {
  const back = /\bbinary\s+([01]+)\s+(?:in|to|as)\s+decimal/i.exec(text)?.[1];
  if (back) {
    return makeCalculation(`binary ${back} in decimal`, `print(int("${back}", 2))`);
  }
  const found = /(\d+)\s+(?:in|to|into|as)\s+(binary|octal|hexadecimal|hex)\b/i.exec(text);
  if (!found?.[1] || !found[2]) return null;
  const base = found[2].toLowerCase() as keyof typeof BASES;
  return makeCalculation(`${found[1]} in ${base}`, `print(format(${found[1]}, "${BASES[base]}"))`);
};

const DATE = /\d{4}-\d{2}-\d{2}/g;

/** "days between 2024-01-01 and 2024-03-01", "what weekday is 2024-02-29". */
const recogniseDates: Recogniser = (text) => {
  const [from, to] = text.match(DATE) ?? [];
  if (from && to && /\bdays?\b/i.test(text)) {
    const label = `days between ${from} and ${to}`;
    const body = `from datetime import date

days = abs(date.fromisoformat("${to}") - date.fromisoformat("${from}")).days
print(days)`;
    return makeCalculation(label, body, `the number of ${label}`);
  }
  if (from && /\b(weekday|what day|which day|day of the week)\b/i.test(text)) {
    const body = `from datetime import date

print(date.fromisoformat("${from}").strftime("%A"))`;
    return makeCalculation(`weekday of ${from}`, body, from);
  }
  return null;
};

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

/** Several calculations where each part of the text is one; otherwise at most one. */
export function recogniseCalculations(text: string): Calculation[] {
  const parts = text
    .split(/\s*(?:[;?]\s+|,?\s+and(?:\s+also)?\s+|,\s+)/i)
    .filter((part) => /\w/.test(part));
  const each = parts.map(recogniseCalculation);
  if (each.length > 1 && each.every((calculation) => calculation !== null)) return each;
  const whole = recogniseCalculation(text);
  return whole ? [whole] : [];
}

/** The calculation that the first line of the code names. */
export function calculationOfCode(code: string): Calculation | null {
  const label = /^# (.+)/.exec(code)?.[1];
  const calculation = label ? recogniseCalculation(label) : null;
  return calculation?.label === label ? calculation : null;
}

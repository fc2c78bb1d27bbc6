/** A calculation: Python for it, and the words around its result. And numbers as people write them. */
import { CALCULATION_RESULT_MAX_CHARS } from "../limits.ts";

export type Calculation = {
  /**
   * Describes the calculation. Recognising the label gives the same calculation, so a later turn can read it from code.
   */
  label: string;
  /** Python that prints the result; its first line is the label as a comment. */
  code: string;
  /** One Markdown sentence. */
  phrase(result: string): string;
};

/** @returns null where the text asks for something else */
export type Recogniser = (text: string) => Calculation | null;

/** @param subject how the sentence begins, e.g. "The sum of 1 and 2"; default: the label */
export function makeCalculation(label: string, body: string, subject = label): Calculation {
  return {
    label,
    code: `# ${label}\n${body.trim()}\n`,
    phrase: (result) => `${capitalise(subject)} is ${emphasise(result)}.`,
  };
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Bold; a very long number is shown by its ends. */
export function emphasise(result: string): string {
  const line = result.trim().replace(/\s*\n\s*/g, ", ");
  if (line.length <= CALCULATION_RESULT_MAX_CHARS) return `**${line}**`;
  const ends = `**${line.slice(0, 60)}…${line.slice(-20)}**`;
  return /^-?\d+$/.test(line) ? `${ends} (${line.replace("-", "").length} digits)` : ends;
}

export const NUMBER = /-?\d+(?:\.\d+)?/g;

/** Every number in the text, as written. */
export function numbersIn(text: string): string[] {
  return text.match(NUMBER) ?? [];
}

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const VALUES = new Map([
  ...UNITS.map((word, index) => [word, index] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
]);
const TENS_AND_UNIT = new RegExp(
  `\\b(${TENS.join("|")})[- ](${UNITS.slice(1, 10).join("|")})\\b`,
  "gi",
);
const SINGLE = new RegExp(`\\b(${[...VALUES.keys()].join("|")})\\b`, "gi");

/** "seven times twenty-one" → "7 times 21". Keeps "one" where it is not a number: "the second one", "which one". */
export function wordsToDigits(text: string): string {
  const value = (word: string) => VALUES.get(word.toLowerCase()) ?? 0;
  return text
    .replace(
      /\b(which|this|that|second|first|last|next|the|no|any|each|every)\s+one\b/gi,
      "$1 \u0000",
    )
    .replace(TENS_AND_UNIT, (_, tens, unit) => String(value(tens) + value(unit)))
    .replace(SINGLE, (word) => String(value(word)))
    .replaceAll("\u0000", "one");
}

/** "1,000,000" → "1000000". */
export function dropThousands(text: string): string {
  return text.replace(/\b\d{1,3}(?:,\d{3})+\b/g, (number) => number.replaceAll(",", ""));
}

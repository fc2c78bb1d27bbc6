/** Follow-ups such as "now the same for 20": an earlier calculation with other numbers, or with its result. */
import { CALCULATION_FOLLOW_UP_MAX_CHARS } from "../limits.ts";
import {
  type Calculation,
  dropThousands,
  NUMBER,
  numbersIn,
  wordsToDigits,
} from "./calculation.ts";
import { recogniseCalculation } from "./recognise-calculation.ts";

export type Earlier = { calculation: Calculation; result: string };

const LEAD_IN = /^\W*(?:(?:and|now|then|ok|okay|so|please)\b\W*)*/i;
const AGAIN =
  /^\W*(?:and|now|then|so|ok|okay|please|(?:do\s+)?(?:the\s+)?same|again|what about|how about|for|with)\b/i;

/** Operations on the earlier result, `$v`. */
const WITH_RESULT: [RegExp, string][] = [
  [/^double (?:it|that|the result)$/i, "$v * 2"],
  [/^halve (?:it|that|the result)$/i, "$v / 2"],
  [/^square (?:it|that|the result)$/i, "$v ** 2"],
  [/^add (\d+(?:\.\d+)?)(?: to (?:it|that|the result))?$/i, "$v + $1"],
  [/^subtract (\d+(?:\.\d+)?)(?: from (?:it|that|the result))?$/i, "$v - $1"],
  [
    /^(?:multiply )?(?:it|that|the result) (?:by|times|multiplied by|\*) (\d+(?:\.\d+)?)$/i,
    "$v * $1",
  ],
  [/^(?:it|that|the result) (?:plus|\+) (\d+(?:\.\d+)?)$/i, "$v + $1"],
  [/^(?:it|that|the result) (?:minus|-) (\d+(?:\.\d+)?)$/i, "$v - $1"],
  [/^(?:it|that|the result) (?:divided by|\/) (\d+(?:\.\d+)?)$/i, "$v / $1"],
  [/^divide (?:it|that|the result) by (\d+(?:\.\d+)?)$/i, "$v / $1"],
];

/** True for a text that needs an earlier calculation to make sense. */
export function isFollowUp(text: string): boolean {
  const digits = prepare(text);
  if (digits.length > CALCULATION_FOLLOW_UP_MAX_CHARS) return false;
  return withResult(digits, "1") !== null || (AGAIN.test(digits) && numbersIn(digits).length > 0);
}

export function continueFrom(text: string, earlier: Earlier): Calculation | null {
  const digits = prepare(text);
  const value = numbersIn(earlier.result)[0];
  const onward = value === undefined ? null : withResult(digits, value);
  if (onward) return recogniseCalculation(onward);
  return recogniseCalculation(replaceNumbers(earlier.calculation.label, numbersIn(digits)));
}

function prepare(text: string): string {
  return dropThousands(wordsToDigits(text)).trim();
}

function withResult(text: string, value: string): string | null {
  const order = text.replace(LEAD_IN, "").replace(/\W+$/, "");
  const written = value.startsWith("-") ? `(${value})` : value;
  for (const [pattern, expression] of WITH_RESULT) {
    const match = pattern.exec(order);
    if (match) return expression.replace("$v", written).replace("$1", match[1] ?? "");
  }
  return null;
}

/** One number replaces the last one of the label. Several replace as many, or the whole list. */
function replaceNumbers(label: string, numbers: readonly string[]): string {
  const old = [...label.matchAll(NUMBER)];
  const first = old[0];
  const last = old.at(-1);
  if (!first || !last || numbers.length === 0) return "";
  if (numbers.length > 1 && numbers.length !== old.length) {
    const end = last.index + last[0].length;
    return label.slice(0, first.index) + numbers.join(", ") + label.slice(end);
  }
  const kept = old.length - numbers.length;
  let seen = -1;
  return label.replace(NUMBER, (number) => {
    seen += 1;
    return numbers[seen - kept] ?? number;
  });
}

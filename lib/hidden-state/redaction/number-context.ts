/** Tells digits that identify somebody from digits that are a number, by what stands around them. */
import { NAME_OF_NUMBER_MAX_CHARS, NUMBER_LINE_MAX_CHARS } from "../limits.ts";

/**
 * What may stand before a number: not a letter, a digit, a point or a minus; but a dash after a letter, and an escape
 * such as the `\n` of source code.
 */
export const NUMBER_START = String.raw`(?:(?<![\w.])(?<![^A-Za-z]-)(?<!^-)|(?<=\\[abfnrtv]))`;
/** What may stand after it: not a letter, a digit, a dash or decimals. */
export const NUMBER_END = String.raw`(?![\w-]|\.\d)`;

/** True where `names` matches shortly before the place. */
export function isNamedBefore(text: string, at: number, names: RegExp): boolean {
  return names.test(text.slice(Math.max(0, at - NAME_OF_NUMBER_MAX_CHARS), at));
}

/** A letter that is not a number's exponent, which may stand first where a line was cut. */
const LETTER = /(?<!^|[\d.])\p{L}|\p{L}{2}/u;
const NUMBERS = /^[\s\d.,eE+-]*$/;
const REST_OF_LIST = /^[\s\d.,eE+-]*(?:[\])]|$)/;
const VALUE_END = /^\s*(?:[,;)\]}]|$)/;

/**
 * True where digits stand as a result of arithmetic: on a line without letters, as the value after `=` or `:`, or in a
 * list of numbers. A sentence, a quoted text and a cell of a table with words are not.
 */
export function isPlainNumber(text: string, at: number, end: number): boolean {
  const before = text.slice(Math.max(0, at - NUMBER_LINE_MAX_CHARS), at).replace(/^.*\n/s, "");
  const after = text.slice(end, end + NUMBER_LINE_MAX_CHARS).split("\n", 1)[0] ?? "";
  if (!LETTER.test(before) && !LETTER.test(after)) return true;
  if (VALUE_END.test(after) && /[=:]\s*$/.test(before)) return true;
  const opened = Math.max(before.lastIndexOf("["), before.lastIndexOf("("));
  // Of a long list, what is read begins and ends inside.
  const isInList = opened >= 0 || before.length === NUMBER_LINE_MAX_CHARS;
  return isInList && NUMBERS.test(before.slice(opened + 1)) && REST_OF_LIST.test(after);
}

/**
 * Reads a text as if it were typed plainly: digits of every script and width as `0`–`9`, every space as a space, dashes and
 * dots between digits as `-` and `.`, without characters of no width. What is found in it is replaced in the original.
 */

/** `at` maps an index of `text` to one of `original`. */
export type Folded = { original: string; text: string; at(index: number): number };

/** Soft hyphen, zero-width spaces and joiners, marks of direction, the byte order mark. */
const INVISIBLE = "\\u00ad\\u180e\\u200b-\\u200f\\u2060-\\u2064\\ufeff";
const SPACES = "\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const DASHES = "\\u2010-\\u2015\\u2212\\ufe58\\ufe63\\uff0d";
const DOTS = "\\u00b7\\u2024\\uff0e";
const DIGIT = "\\p{Nd}";

const ASCII = /^\p{ASCII}*$/u;
const BESIDE_DIGIT = `[${DIGIT}${INVISIBLE}]`;
const UNUSUAL = new RegExp(
  `[${INVISIBLE}${SPACES}]|(?!\\d)${DIGIT}|(?<=${BESIDE_DIGIT})[${DASHES}${DOTS}](?=${BESIDE_DIGIT})`,
  "gu",
);
const IS_INVISIBLE = new RegExp(`[${INVISIBLE}]`);
const IS_SPACE = new RegExp(`[${SPACES}]`);
const IS_DIGIT = new RegExp(DIGIT, "u");
const IS_DASH = new RegExp(`[${DASHES}]`);

/** Linear in the text. */
export function foldText(original: string): Folded {
  if (ASCII.test(original)) return { original, text: original, at: (index) => index };
  /** Behind which index of the folded text how many units of the original are gone. */
  const gone: { from: number; units: number }[] = [];
  let units = 0;
  const text = original.replace(UNUSUAL, (found: string, at: number) => {
    const plain = toPlain(found);
    if (plain.length < found.length) {
      const from = at - units + plain.length;
      units += found.length - plain.length;
      gone.push({ from, units });
    }
    return plain;
  });
  return { original, text, at: (index) => index + goneBefore(gone, index) };
}

function toPlain(found: string): string {
  if (IS_INVISIBLE.test(found)) return "";
  if (IS_SPACE.test(found)) return " ";
  if (IS_DASH.test(found)) return "-";
  return IS_DIGIT.test(found) ? toDigit(found) : ".";
}

/** As they are met: Unicode has some hundred. */
const values = new Map<string, string>();

/** The digits of a script follow each other from its zero, and styles of one script do so, too. */
function toDigit(digit: string): string {
  const known = values.get(digit);
  if (known !== undefined) return known;
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (IS_DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  const value = String((code - zero) % 10);
  values.set(digit, value);
  return value;
}

/** The last entry that begins at or before the index, by bisection. */
function goneBefore(gone: readonly { from: number; units: number }[], index: number): number {
  let low = 0;
  let high = gone.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((gone[middle]?.from ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return gone[low - 1]?.units ?? 0;
}

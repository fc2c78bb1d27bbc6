/** Numbers of JSON as they were written, also where a double would be another number. Pure. */
import { NUMBER_DIGITS_MAX } from "../limits.ts";

/**
 * A number in memory that no double stands for as it was written: the engine's own raw JSON, which `JSON.stringify` writes as it
 * is. It is made by `parseExact` and `parseByValue` only.
 */
export type ExactNumber = { readonly rawJSON: string };

type RawJson = typeof JSON & {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
};
type Context = { source?: string };
const json = JSON as RawJson;

/** False in browsers without raw JSON: they show such a value as its text. */
const CAN_READ_EXACTLY = typeof json.rawJSON === "function";

export function isExactNumber(value: unknown): value is ExactNumber {
  return CAN_READ_EXACTLY && json.isRawJSON(value);
}

/** A number that is too large, too close to zero, or too long to be held anywhere: `1e400`. */
export class ImpossibleNumberError extends Error {
  override name = "ImpossibleNumberError";
  readonly number: string;
  constructor(source: string) {
    super(`the number ${shortened(source)} cannot be held`);
    this.number = shortened(source);
  }
}

function shortened(source: string): string {
  return source.length > 40 ? `${source.slice(0, 20)}…${source.slice(-10)}` : source;
}

// Numbers stand at the start of a text, or behind one of these signs. Ids and hashes in strings, which have digits as well, do not.
/** Whether a text may have a number that its double would not write again. Faster than a look at each value. */
const UNUSUAL = /(?:^|[\s:,[])(?:-0|-?\d{16}|-?\d+[.eE])/;
/** Whether a text may have a number that is no double: it has sixteen digits at least. */
const LONG = /(?:^|[\s:,[])-?\d[\d.]{15}/;
const EXPONENT = /(?:^|[\s:,[])-?\d[\d.]*[eE]/;
/** The same, or an exponent of three digits: `1e400`. */
const LONG_OR_FAR = /(?:^|[\s:,[])-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;

/**
 * `JSON.parse` in which each number stays as it was written: `1.50`, `1e3`, `9007199254740993`.
 * @throws SyntaxError
 * @throws ImpossibleNumberError
 */
export function parseExact(text: string): unknown {
  return UNUSUAL.test(text) ? JSON.parse(text, keepPossible) : JSON.parse(text);
}

/**
 * `JSON.parse` in which a number that no double equals stays as it was written; every other one is a double.
 * @throws SyntaxError
 */
export function parseByValue(text: string): unknown {
  return LONG_OR_FAR.test(text) ? JSON.parse(text, keepValue) : JSON.parse(text);
}

/** The same of text from a `jsonb` column, which writes no exponents. Rows are full of hexadecimal, which looks like them. */
export function parseColumn(text: string): unknown {
  return LONG.test(text) ? JSON.parse(text, keepValue) : JSON.parse(text);
}

/**
 * As `parseExact`, of a value that is only shown or written again: an impossible number stays, too.
 * @returns undefined where the text is not JSON, and where a browser without raw JSON might show another number
 */
export function parseAsWritten(text: string): unknown {
  if (!CAN_READ_EXACTLY && (LONG.test(text) || EXPONENT.test(text))) return undefined;
  try {
    return JSON.parse(text, CAN_READ_EXACTLY && UNUSUAL.test(text) ? keepNumber : undefined);
  } catch {
    return undefined;
  }
}

/** For `JSON.parse`: keeps every number as it was written. */
export function keepNumber(_key: string, value: unknown, context?: Context): unknown {
  const source = context?.source;
  return typeof value === "number" && source !== undefined && String(value) !== source
    ? json.rawJSON(source)
    : value;
}

function keepPossible(key: string, value: unknown, context?: Context): unknown {
  const kept = keepNumber(key, value, context);
  if (isExactNumber(kept) && !isPossible(kept.rawJSON))
    throw new ImpossibleNumberError(kept.rawJSON);
  return kept;
}

function keepValue(key: string, value: unknown, context?: Context): unknown {
  const kept = keepNumber(key, value, context);
  return isExactNumber(kept) && isDouble(kept.rawJSON) ? value : kept;
}

/** Whether a number is within a double's range, and short enough for a column. */
function isPossible(source: string): boolean {
  const double = Number(source);
  if (!Number.isFinite(double) || source.length > NUMBER_DIGITS_MAX) return false;
  return double !== 0 || toDecimal(source).digits === "";
}

/** Whether a number's double is written with the same value. */
export function isDouble(source: string): boolean {
  const double = Number(source);
  if (!Number.isFinite(double)) return false;
  const given = toDecimal(source);
  const held = toDecimal(String(double));
  if (given.digits !== held.digits) return false;
  return given.digits === "" || (given.sign === held.sign && given.exponent === held.exponent);
}

/** The value is sign, digits × 10^exponent, without zeros at either end. Zero has no digits. */
type Decimal = { sign: string; digits: string; exponent: number };

function toDecimal(source: string): Decimal {
  const [mantissa = "", power = "0"] = source.toLowerCase().split("e");
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.slice(sign.length).split(".");
  const all = whole + fraction;
  let start = 0;
  while (all[start] === "0") start += 1;
  let end = all.length;
  while (end > start && all[end - 1] === "0") end -= 1;
  if (start === end) return { sign: "", digits: "", exponent: 0 };
  const exponent = Number(power) - fraction.length + (all.length - end);
  return { sign, digits: all.slice(start, end), exponent };
}

/**
 * The one text of a number for digests: RFC 8785 where a double equals it, else the shortest plain decimal.
 * @throws ImpossibleNumberError
 */
export function canonicalNumber(source: string): string {
  if (!isPossible(source)) throw new ImpossibleNumberError(source);
  if (isDouble(source)) return JSON.stringify(Number(source));
  const { sign, digits, exponent } = toDecimal(source);
  if (exponent >= 0) return sign + digits + "0".repeat(exponent);
  const padded = digits.padStart(1 - exponent, "0");
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

/** The same value with each exact number replaced; the same object where there is none. */
function mapExactNumbers(value: unknown, replace: (number: ExactNumber) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isExactNumber(value)) return replace(value);
  if (ArrayBuffer.isView(value)) return value;
  let changed = false;
  const map = (item: unknown) => {
    const mapped = mapExactNumbers(item, replace);
    if (!Object.is(mapped, item)) changed = true;
    return mapped;
  };
  if (Array.isArray(value)) {
    const items = value.map(map);
    return changed ? items : value;
  }
  const entries = Object.entries(value).map(([key, item]) => [key, map(item)] as const);
  return changed ? Object.fromEntries(entries) : value;
}

export function hasExactNumber(value: unknown): boolean {
  let found = false;
  mapExactNumbers(value, (number) => {
    found = true;
    return number;
  });
  return found;
}

/** @returns undefined where every number is a double */
export function findNoDouble(value: unknown): string | undefined {
  let found: string | undefined;
  mapExactNumbers(value, (number) => {
    if (!isDouble(number.rawJSON)) found ??= shortened(number.rawJSON);
    return number;
  });
  return found;
}

/** Each number that a double equals as that double; every other one stays as it was written. */
export function byValue(value: unknown): unknown {
  return mapExactNumbers(value, (number) =>
    isDouble(number.rawJSON) ? Number(number.rawJSON) : number,
  );
}

/** Each exact number as the double next to it: for checks of a value that is itself kept. */
export function toDoubles(value: unknown): unknown {
  return mapExactNumbers(value, ({ rawJSON }) => Number(rawJSON));
}

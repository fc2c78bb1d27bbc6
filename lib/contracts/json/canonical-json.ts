/** RFC 8785 canonical JSON, also of numbers that no double equals. Pure. */
import canonicalizeDoubles from "canonicalize";
import { canonicalNumber, isExactNumber } from "./exact-numbers.ts";

/** What the library makes of an exact number, or of an object that looks like one. */
const MAYBE_EXACT = '{"rawJSON":';

/**
 * Equal numbers have one text: RFC 8785 where a double equals them, else the shortest plain decimal.
 * @returns undefined where the value has no JSON
 * @throws Error for cycles, NaN, BigInt, a lone surrogate, and numbers that cannot be held
 */
export function canonicalize(value: unknown): string | undefined {
  const text = canonicalizeDoubles(value);
  return text?.includes(MAYBE_EXACT) ? write(value) : text;
}

function write(value: unknown): string | undefined {
  if (isExactNumber(value)) return canonicalNumber(value.rawJSON);
  const text = canonicalizeDoubles(value);
  if (typeof value !== "object" || value === null || !text?.includes(MAYBE_EXACT)) return text;
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON());
  if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? "null").join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const member = write(Reflect.get(value, key));
      return member === undefined ? [] : [`${canonicalizeDoubles(key)}:${member}`];
    });
  return `{${members.join(",")}}`;
}

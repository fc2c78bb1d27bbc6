/** JSON that PostgreSQL can store: no NUL characters and no lone surrogates. */
import "server-only";
import { canonicalText } from "../audit/canonical.ts";
import { isExactNumber, parseByValue } from "../contracts/json/exact-numbers.ts";

const SUSPECT = /\\u0000|\\ud[89a-f]/i;

/** Text without NUL and with every lone surrogate replaced by U+FFFD. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** `JSON.stringify` with storable strings and keys. Walks the value only if the plain text cannot be stored. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return SUSPECT.test(json) ? JSON.stringify(value, cleanStrings) : json;
}

function cleanStrings(_key: string, value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  if (isExactNumber(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [storableText(key), entry]),
  );
}

/** Canonical JSON of what the database will have of a value: it is stored, and its digest is made of it. */
export function storableCanonical(value: unknown): string {
  try {
    const text = canonicalText(value);
    if (!text.includes("\\u0000")) return text;
  } catch {
    // Half a surrogate pair, or a number that JSON does not have.
  }
  return canonicalText(parseByValue(storableJson(value)));
}

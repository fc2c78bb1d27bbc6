/** How long a server asks to wait: in its headers, in fields of its error, or in its words. Pure. */
import "server-only";
import { isRecord, parseJson } from "../../contracts/read-json.ts";
import { REFUSAL_DEPTH_MAX, REFUSAL_PARTS_MAX, RETRY_WORDS_MAX_CHARS } from "../limits.ts";
import { readRefusal } from "./read-refusal.ts";

const MS_OF: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A number and its unit; `ms` and `milliseconds` come before `m`. */
const PART =
  /(\d+(?:\.\d+)?)\s*(ms|millisecond|msec|s(?:ec(?:ond)?)?|m(?:in(?:ute)?)?|h(?:ou)?r?|d(?:ay)?)s?(?![a-z])/gi;
const ASKED = /\b(?:try again|retry(?:ing)?|wait|resets?|available again)\b/gi;
/** What may stand between the asking and the time. */
const BETWEEN = /^(?:[\s:]+(?:again|for|in|after|at least|your request|the request|it))*[\s:]*/i;
/**
 * The first that says something: `retry-after-ms`, `retry-after` (RFC 9110, section 10.2.3), fields of the error (Google's
 * `retryDelay`, `retry_after`, `estimated_time`, headers that a gateway has copied into it), its words, then the time at
 * which a limit is reset that is spent.
 * @param now in milliseconds since 1970
 * @returns milliseconds, or null
 */
export function readRetryAfter(headers: Headers, error: unknown, now = Date.now()): number | null {
  return (
    readHeaders(headers, now) ??
    readFields(error, now) ??
    readWords(readRefusal(error).words) ??
    readResets(headers, now)
  );
}

function readHeaders(headers: Headers, now: number): number | null {
  const ms = plainNumber(headers.get("retry-after-ms") ?? headers.get("x-ms-retry-after-ms"));
  return ms ?? readDelay(headers.get("retry-after"), now);
}

/** @param value seconds, a time such as `1m30s`, or a date */
function readDelay(value: unknown, now: number): number | null {
  const seconds = plainNumber(value);
  if (seconds !== null) return seconds * 1_000;
  if (typeof value !== "string" || value.length > RETRY_WORDS_MAX_CHARS) return null;
  const span = readSpan(value);
  if (span !== null) return span;
  const date = /\d{4}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** @param value such as `2.5s`, `1m30s`, `20ms`, `6h0m0s` or `2 minutes`, and nothing else */
function readSpan(value: string): number | null {
  if (value.replace(PART, "").replace(/and|[\s,]/g, "") !== "") return null;
  const parts = [...value.matchAll(PART)];
  if (parts.length === 0) return null;
  return parts.reduce((sum, [, number, unit = "s"]) => sum + Number(number) * unitMs(unit), 0);
}

function unitMs(unit: string): number {
  const word = unit.toLowerCase();
  return MS_OF[word.startsWith("ms") || word.startsWith("mil") ? "ms" : word.charAt(0)] ?? 1_000;
}

function plainNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : null;
  if (typeof value !== "string" || !/^\s*\d+(\.\d+)?\s*$/.test(value)) return null;
  return Number.parseFloat(value);
}

const MILLISECONDS = new Set(["retry_after_ms", "retryafterms", "retry-after-ms"]);
const DELAYS = new Set([
  ...["retrydelay", "retry_delay", "retry_after", "retryafter", "retry-after", "estimated_time"],
  ...["retry_after_seconds", "retryafterseconds", "wait_seconds"],
]);
const RESETS = new Set(["x-ratelimit-reset", "ratelimit-reset", "x-rate-limit-reset"]);

function readFields(error: unknown, now: number): number | null {
  let left = REFUSAL_PARTS_MAX;
  const find = (value: unknown, depth: number): number | null => {
    left -= 1;
    if (left < 0 || depth > REFUSAL_DEPTH_MAX) return null;
    if (typeof value === "string")
      return /^\s*[[{]/.test(value) ? find(parseJson(value), depth + 1) : null;
    if (!isRecord(value) && !Array.isArray(value)) return null;
    for (const [key, each] of Object.entries(value)) {
      const found = readField(key.toLowerCase(), each, now) ?? find(each, depth + 1);
      if (found !== null) return found;
    }
    return null;
  };
  return find(error, 0);
}

function readField(key: string, value: unknown, now: number): number | null {
  if (MILLISECONDS.has(key)) return plainNumber(value);
  if (DELAYS.has(key)) return readDelay(value, now);
  return RESETS.has(key) ? readReset(value, now) : null;
}

function readWords(text: string): number | null {
  for (const { index, 0: asking } of text.matchAll(ASKED)) {
    const rest = text
      .slice(index + asking.length)
      .slice(0, RETRY_WORDS_MAX_CHARS)
      .replace(BETWEEN, "");
    let end = 0;
    for (const part of rest.matchAll(PART)) {
      if (!/^(?:[\s,]|and)*$/.test(rest.slice(end, part.index))) break;
      end = part.index + part[0].length;
    }
    const span = readSpan(rest.slice(0, end));
    if (span !== null) return span;
  }
  return null;
}

/** Seconds, a time such as `6m0s`, a date, or a moment in seconds or milliseconds since 1970. */
function readReset(value: unknown, now: number): number | null {
  const number = plainNumber(value);
  if (number === null) return readDelay(value, now);
  if (number > 1e12) return Math.max(0, number - now);
  if (number > 1e9) return Math.max(0, number * 1_000 - now);
  return number * 1_000;
}

/** Providers name the resets of all limits in each answer: one that is spent is meant. */
function readResets(headers: Headers, now: number): number | null {
  const resets = [...headers].flatMap(([name, value]) => {
    if (!/ratelimit/.test(name) || !/reset/.test(name)) return [];
    const remaining = headers.get(name.replace("reset", "remaining"));
    if (remaining !== null && Number(remaining) > 0) return [];
    if (remaining === null && !RESETS.has(name)) return [];
    const reset = readReset(value, now);
    return reset === null ? [] : [reset];
  });
  return resets.length === 0 ? null : Math.max(...resets);
}

/** Helpers for parsed JSON of unknown shape. Pure. */
import { isExactNumber, parseByValue } from "./json/exact-numbers.ts";

/** A number that stays as it was written is no object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value)
  );
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** @returns undefined where the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same, but a number that no double equals stays as it was written. */
export function parseJsonByValue(text: string): unknown {
  try {
    return parseByValue(text);
  } catch {
    return undefined;
  }
}

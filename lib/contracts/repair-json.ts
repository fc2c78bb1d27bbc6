/** Reads JSON as models write it: with single quotes, trailing commas, comments, or without its end. Pure. */
import { jsonrepair } from "jsonrepair";
import { keepNumber, parseByValue } from "./json/exact-numbers.ts";
import { parseJson } from "./read-json.ts";

/**
 * Numbers that no double equals stay as they were written.
 * @returns undefined where the text is no JSON object or list, not even a broken one
 */
export function parseTolerantly(text: string): unknown {
  const given = text.trim();
  const whole = parseJson(given);
  if (whole !== undefined) return parseByValue(given);
  // Of any other text the repair makes a string.
  if (!/^[[{]/.test(given)) return undefined;
  try {
    return parseByValue(jsonrepair(given));
  } catch {
    return undefined;
  }
}

/** The same for a value that is only written again: numbers beyond a double's precision stay as they were written. */
export function parseForWriting(text: string): unknown {
  // Gemma writes its quotation marks as tokens.
  const given = text.trim().replace(/<escape>|<\|"\|>/g, '"');
  try {
    return JSON.parse(parseJson(given) === undefined ? jsonrepair(given) : given, keepNumber);
  } catch {
    return undefined;
  }
}

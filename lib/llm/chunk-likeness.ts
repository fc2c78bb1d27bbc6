import "server-only";
/**
 * Most chunks of an answer differ from the one before in nothing but their text. Of such a one only the text is read: the
 * JSON around it was parsed a moment ago, and is the same letter for letter.
 */
import { isRecord, parseJson } from "./read-json.ts";

/** What stands before and after the text of a chunk, as JSON. */
export type Likeness = { readonly before: string; readonly after: string };

const KEY = '"content":';

/**
 * @param data JSON, and `chunk` what it says
 * @returns null where the chunk does more than add text, or where its text cannot be told from the rest
 */
export function likenessOf(data: string, chunk: Record<string, unknown>): Likeness | null {
  const text = onlyText(chunk);
  if (text === undefined) return null;
  // A quote within a string has a backslash before it, so what looks like the key is one.
  const key = data.indexOf(KEY);
  if (key === -1 || data.indexOf(KEY, key + 1) !== -1) return null;
  const from = data.indexOf('"', key + KEY.length);
  const to = endOfString(data, from);
  // Another key of this name, where the text's own is written with a space.
  if (parseJson(data.slice(from, to)) !== text) return null;
  return { before: data.slice(0, from), after: data.slice(to) };
}

/** @returns the text of a chunk with this likeness, undefined for every other one */
export function readAlike({ before, after }: Likeness, data: string): string | undefined {
  if (!data.startsWith(before) || !data.endsWith(after)) return undefined;
  if (data.length < before.length + after.length) return undefined;
  const text = parseJson(data.slice(before.length, data.length - after.length));
  return typeof text === "string" ? text : undefined;
}

/** The text of a chunk that adds text, if only the empty one, and does nothing else. */
function onlyText({ choices, usage, error }: Record<string, unknown>): string | undefined {
  if (error || isRecord(usage) || !Array.isArray(choices) || choices.length !== 1) return undefined;
  const [choice] = choices;
  if (!isRecord(choice) || (choice.index ?? 0) !== 0) return undefined;
  if (typeof choice.finish_reason === "string" || !isRecord(choice.delta)) return undefined;
  const { content, refusal, tool_calls: calls } = choice.delta;
  return typeof content === "string" && !refusal && !calls ? content : undefined;
}

/** @param from the place of the opening quote */
function endOfString(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

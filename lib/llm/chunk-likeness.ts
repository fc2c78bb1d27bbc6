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
  const written = JSON.stringify(text);
  // Escaped in another way, or another key of this name: the next chunk is parsed, too.
  if (!data.startsWith(written, from)) return null;
  return { before: data.slice(0, from), after: data.slice(from + written.length) };
}

/** @returns the text of a chunk with this likeness, undefined for every other one */
export function readAlike({ before, after }: Likeness, data: string): string | undefined {
  if (!data.startsWith(before) || !data.endsWith(after)) return undefined;
  if (data.length < before.length + after.length) return undefined;
  const text = parseJson(data.slice(before.length, data.length - after.length));
  return typeof text === "string" ? text : undefined;
}

/** The text of a chunk that adds text, if only the empty one, and does nothing else. */
function onlyText({ choices, usage }: Record<string, unknown>): string | undefined {
  if (isRecord(usage) || !Array.isArray(choices) || choices.length !== 1) return undefined;
  const [choice] = choices;
  if (!isRecord(choice) || (choice.index ?? 0) !== 0) return undefined;
  if (typeof choice.finish_reason === "string" || !isRecord(choice.delta)) return undefined;
  const { content, refusal, tool_calls: calls } = choice.delta;
  return typeof content === "string" && !refusal && !calls ? content : undefined;
}

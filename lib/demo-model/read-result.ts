/** Reads the result of a tool: its output, or a failure. */
import { isRecord, parseJson, textOf } from "../contracts/read-json.ts";

export type ReadResult =
  | { ok: true; text: string }
  /** `code` says why, where the tool says it. */
  | { ok: false; code?: string | undefined };

const SAYS_FAILED =
  /^\W*(error\b|stopped\b|ran without output|the interpreter ended|python could not|there is no tool|this took longer|the call was stopped|this call is not allowed|failed\b|failure\b|refused\b|denied\b|invalid\b|unknown tool|no such|not (found|allowed)|timed out|the (call|tool|arguments?|code|file)\b.{0,60}\b(failed|not|invalid|unknown|timed out|missing)\b)/i;
const TRACEBACK = /Traceback \(most recent call last\)|^\w*(Error|Exception): /m;
const LABEL = /^(stdout|output|printed|result|value)[ \t]*:[ \t]*/i;
/** How `file_extraction` begins where it has no text. */
const FAILED_CODE = /^Failed \(([a-z-]+)\): /;
/** The header and footer that a tool may add to a file's text. */
const FRAME = /^Text of "[^\n]*\n\n|\n\n\[Showing characters [^\n]*\]$/g;
const OUTPUT_KEYS = ["stdout", "output", "result", "value", "text", "content"];

/** Reads a code tool's result: plain text, labelled text, or JSON with the output in it. */
export function readCodeResult(content: string): ReadResult {
  const parsed = parseJson(content);
  if (isRecord(parsed)) {
    if (parsed.error || parsed.ok === false) return { ok: false };
    const key = OUTPUT_KEYS.find((name) => textOf(parsed[name]).trim() !== "");
    return key ? { ok: true, text: textOf(parsed[key]).trim() } : { ok: false };
  }
  if (SAYS_FAILED.test(content) || TRACEBACK.test(content)) return { ok: false };
  const text = content.trim().replace(LABEL, "").trim();
  return text === "" ? { ok: false } : { ok: true, text };
}

/** Reads a file tool's result. Only its beginning is checked, because a file may itself contain error texts. */
export function readFileResult(content: string): ReadResult {
  const parsed = parseJson(content);
  if (isRecord(parsed) && parsed.error) return { ok: false };
  if (isRecord(parsed) && textOf(parsed.text) !== "")
    return { ok: true, text: textOf(parsed.text) };
  const beginning = content.slice(0, 120).split("\n")[0] ?? "";
  if (SAYS_FAILED.test(beginning)) return { ok: false, code: FAILED_CODE.exec(beginning)?.[1] };
  return { ok: true, text: content.replace(FRAME, "") };
}

/** The answer for a call whose outcome is unknown. */
export const NOT_KNOWN =
  "I cannot tell whether that was done: the answer was interrupted on the way. Please check, and ask again if it is still to be done.";

export function isNotKnown(content: string): boolean {
  return /^It is not known whether this call ran\b/.test(content);
}

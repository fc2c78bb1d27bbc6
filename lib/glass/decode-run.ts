/** Reads characters in a row as base64 (RFC 4648, both alphabets), where they say something. */
import { withoutEnd } from "../contracts/tools/without-end.ts";
import { RUN_MIN_CHARS } from "./limits.ts";

/** Of a text: words, with what stands between them. A character that the end of a line divided may be missing. */
const TEXT = /^\uFFFD?[\p{L}\p{M}\p{N}\p{P}\p{S}\s]+\uFFFD?$/u;
/** The last line of a text, which is short. Ordinary short words hardly ever decode to this. */
const END = /^[ -~\s]+$/;

/**
 * @param goesOn true in the next line of what was decoded
 * @returns null where it is no base64, or holds no text
 */
export function decodeRun(run: string, goesOn: boolean): string | null {
  const isLong = run.length >= RUN_MIN_CHARS;
  if (!isLong && !goesOn) return null;
  const bare = withoutEnd(run, "=");
  if (bare.includes("=")) return null;
  const text = Buffer.from(bare, "base64").toString("utf8");
  const isText = isLong ? TEXT.test(text) && /\s/.test(text) : END.test(text);
  return isText ? text : null;
}

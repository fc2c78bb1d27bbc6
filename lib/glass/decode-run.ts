/** Reads characters in a row as base64 (RFC 4648, both alphabets), where they say something. */
const PADDING = /=+$/;
/** Of a text: words, with what stands between them. A character that the end of a line divided may be missing. */
const TEXT = /^\uFFFD?[\p{L}\p{M}\p{N}\p{P}\p{S}\s]+\uFFFD?$/u;

/** @returns null where it is no base64, or holds no text */
export function decodeRun(run: string, minChars: number): string | null {
  if (run.length < minChars) return null;
  const bare = run.replace(PADDING, "");
  if (bare.includes("=")) return null;
  const text = Buffer.from(bare, "base64").toString("utf8");
  return TEXT.test(text) && (/\s/.test(text) || minChars === 1) ? text : null;
}

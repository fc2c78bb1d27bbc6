/** Where the value of a secret's name ends in a text, and whether it is a value at all. */
import { isRedactionMarker } from "./redaction-marker.ts";

/** A span of a text, end excluded. */
export type Span = { start: number; end: number };

const OPENING_QUOTE = /[bfru]{0,2}(\\{0,7}["'`])/iy;
const UNQUOTED = /[^\s,;&"'`<>(){}[\]|\\]+/y;
/** A start of the line tells whether there is a credential; only then is the rest of it read. */
const START_OF_LINE = /[^\r\n"'`\\]{1,512}/y;
const REST_OF_LINE = /[^\r\n"'`\\]+/y;
const LITERAL = /^(?:true|false|null|none|nil|undefined|nan|\.{2,}|\*+|x{3,}|\$.*|%[a-z]|-+)$/i;
const IDENTIFIER = /^[A-Za-z_$][A-Za-z_$.-]*$/;
/** Names whose value is a secret even where it reads like a word. */
const STRONG_NAME = /pass|pwd|secret|key$/i;

function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The closing quote on the same line: as many backslashes as the opening one had, no escaped quote. */
function findClosing(text: string, quote: string, from: number): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + quote.length)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes++;
    if (quote.length > 1 || backslashes % 2 === 0) return at;
  }
  return -1;
}

function isWholeLine(text: string, nameStart: number, end: number): boolean {
  let before = nameStart;
  while (before > 0 && /[ \t\-"'\\]/.test(text[before - 1] ?? "")) before--;
  const after = text[end];
  return (
    (before === 0 || text[before - 1] === "\n") && (after === undefined || /[\r\n]/.test(after))
  );
}

/** Does an unquoted value after `name = ` or `name: ` look like a secret, and not like code or a sentence? */
function looksSecret(text: string, name: Span, value: Span): boolean {
  const written = text.slice(value.start, value.end);
  const mixed = /\d/.test(written) && /[A-Za-z]/.test(written) && written.length >= 5;
  if (mixed || written.length >= 20) return true;
  const strong = STRONG_NAME.test(text.slice(name.start, name.end));
  if (!isWholeLine(text, name.start, value.end)) return strong && !IDENTIFIER.test(written);
  return strong || (written.length >= 8 && !IDENTIFIER.test(written));
}

function findHeaderValue(text: string, at: number): Span | null {
  const line = execAt(START_OF_LINE, text, at)?.[0].trimEnd() ?? "";
  if (!/^[\w-]+ +\S{6,}|^\S{8,}$|=/.test(line) || LITERAL.test(line)) return null;
  if (isRedactionMarker(line)) return null;
  const rest = execAt(REST_OF_LINE, text, at)?.[0] ?? line;
  return { start: at, end: at + rest.trimEnd().length };
}

/**
 * The value that stands at `at`, after a secret's name and its separator.
 *
 * @param separator what stood between: `=` without spaces is trusted more than `: `
 * @returns the span to redact, or null where there is no secret
 */
export function findAssignedValue(
  text: string,
  name: Span,
  separator: string,
  at: number,
): Span | null {
  const quote = execAt(OPENING_QUOTE, text, at);
  if (quote?.[1]) {
    const start = at + quote[0].length;
    const end = findClosing(text, quote[1], start);
    const written = end < 0 ? "" : text.slice(start, end);
    const line = written.indexOf("\n");
    if (end >= 0 && line < 0) {
      return written === "" || LITERAL.test(written) || isRedactionMarker(written)
        ? null
        : { start, end };
    }
  }
  const called = text.slice(name.start, name.end);
  if (/(?:authorization|cookie)$/i.test(called) && separator.includes(":")) {
    const value = findHeaderValue(text, at);
    if (value) return value;
  }
  const unquoted = execAt(UNQUOTED, text, at)?.[0] ?? "";
  const value = { start: at, end: at + unquoted.length };
  if (unquoted === "" || LITERAL.test(unquoted) || /[([{<]/.test(text[value.end] ?? ""))
    return null;
  if (unquoted.toLowerCase() === called.toLowerCase()) return null;
  if (separator.trim() === "" || separator === "=") return value;
  return looksSecret(text, name, value) ? value : null;
}

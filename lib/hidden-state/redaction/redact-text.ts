/** All rules for secrets and personal data in a plain text. A quick check skips most texts. */

import { NAME_PREFIX_MAX_CHARS } from "../limits.ts";
import { mentionsCodes, redactCodes } from "./redact-codes.ts";
import { redactColumns } from "./redact-columns.ts";
import { type PersonalDataMasks, redactPersonalData } from "./redact-personal-data.ts";
import { isSecretName, redactLogins, redactPrivateKeys, redactShapes } from "./redact-shapes.ts";
import {
  isRedactionMarker,
  type Redacted,
  redactionMarker,
  redactMatches,
} from "./redaction-marker.ts";

/** Without one of these words no rule by name can match. */
const WORDS =
  /pass|pwd|secret|token|key|auth|bearer|basic|cookie|credential|connection|sess|jwt|mnemonic|phrase|card|cvv|cvc|otp|kennwort|mandate|ap2/i;

/** The last word of a secret's name, what may follow in the name, and the separator. */
const NAME =
  /((?:pass(?:word|wd|phrase|code)|pwd|secret|token|api[_. -]?key|authorization|cookie|credential|jwt|(?:private|access|secret|account|signing|encryption|shared|service)[_. -]?key|connection[_. -]?string|session[_-]?id)[\w-]{0,24})(["'`\\]{0,8}\s{0,4}(?:=>|:=|[:=])[ \t]{0,4}| )/gi;
const OPENING_QUOTE = /[bfru]{0,2}(\\{0,7}["'`])/iy;
const UNQUOTED = /[^\s,;&"'`<>(){}[\]|\\]+/y;
/** The start of a line shows whether it has a credential; the rest is read only then. */
const START_OF_LINE = /[^\r\n"'`\\]{1,512}/y;
const REST_OF_LINE = /[^\r\n"'`\\]+/y;
const LITERAL = /^(?:true|false|null|none|nil|undefined|nan|\.{2,}|\*+|x{3,}|\$.*|%[a-z]|-+)$/i;
const IDENTIFIER = /^[A-Za-z_$][A-Za-z_$.-]*$/;
/** After these names even a plain word is a secret. */
const STRONG_NAME = /pass|pwd|secret|key$/i;

/** True where rules by name may match. These are the slow ones. */
export function mentionsSecretNames(text: string): boolean {
  return WORDS.test(text);
}

/** Replaces secrets, and personal data of the masked classes, with `[redacted:kind]`. Linear in the text. */
export function redactText(text: string, byName: boolean, masks: PersonalDataMasks): Redacted {
  let result = text;
  let redactions = 0;
  const personal = (given: string) => redactPersonalData(given, masks);
  const rules = [redactPrivateKeys, redactShapes];
  const withCodes = mentionsCodes(text);
  if ((byName || withCodes) && text.includes("\n"))
    rules.push((given) => redactColumns(given, masks.cards));
  rules.push(personal);
  if (withCodes) rules.push(redactCodes);
  if (byName || text.includes("://")) rules.push(redactLogins);
  if (byName) rules.push(redactAssignments, redactSaidPasswords);
  for (const rule of rules) {
    const found = rule(result);
    result = found.text;
    redactions += found.redactions;
  }
  return { text: result, redactions };
}

/** "My password is hunter2": a word with digits and letters. */
const SAID =
  /(?<![\p{L}\p{N}])(pass(?:word|phrase|code)|pwd|passwort|kennwort)(\s{1,3}(?:is|was|ist|lautet|es|:|=)\s{0,3}["'`]?)([^\s"'`,;]{5,64})/giu;

function redactSaidPasswords(text: string): Redacted {
  return redactMatches(text, SAID, (_match, [name, link, written = ""]) => {
    const value = written.replace(/[.!?)]+$/, "");
    if (!/\d/.test(value) || !/\p{L}/u.test(value) || isRedactionMarker(value)) return null;
    return `${name}${link}${redactionMarker("field")}${written.slice(value.length)}`;
  });
}

function findNameStart(text: string, keywordStart: number): number {
  let start = keywordStart;
  const first = Math.max(0, keywordStart - NAME_PREFIX_MAX_CHARS);
  while (start > first && /[\w.-]/.test(text[start - 1] ?? "")) start--;
  return start;
}

/**
 * Redacts secrets by the name in front of them, in any text: settings, headers, URLs, source code, broken JSON.
 * Replaces values assigned to secrets' names with `[redacted:field]`. Linear in the text.
 */
function redactAssignments(text: string): Redacted {
  let result = "";
  let redactions = 0;
  let copied = 0;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    const [whole, keyword = "", separator = ""] = match;
    const at = match.index + whole.length;
    const name = {
      start: findNameStart(text, match.index),
      end: match.index + keyword.length,
    };
    const called = text.slice(name.start, name.end);
    // Only `--password hunter2` has just a space as its separator.
    if (separator === " " && !called.startsWith("--")) continue;
    if (!isSecretName(called)) continue;
    const value = findAssignedValue(text, name, separator.replace(/["'`\\]/g, ""), at);
    if (!value) continue;
    result += text.slice(copied, value.start) + redactionMarker("field");
    redactions++;
    copied = value.end;
    NAME.lastIndex = value.end;
  }
  return { text: result + text.slice(copied), redactions };
}

/** A span of a text, end excluded. */
type Span = { start: number; end: number };

function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The index of the closing quote: preceded by as many backslashes as the opening one, and not escaped. -1 if none. */
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

/** True where an unquoted value after `name = ` or `name: ` looks like a secret and not like code or a sentence. */
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
 * The value at `at`, after a secret's name and its separator.
 *
 * @param separator `=` without spaces is stronger evidence than `: `
 * @returns the span to redact, or null where there is no secret
 */
function findAssignedValue(text: string, name: Span, separator: string, at: number): Span | null {
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

/** Redacts numbers that a state gives to a person. Plain digits are one only after a word that says so. */
import validator from "validator";
import { NAME_OF_NUMBER_MAX_CHARS } from "../limits.ts";
import { type Folded, foldText } from "./fold-text.ts";
import { type Redacted, redactionMarker, redactMatches } from "./redaction-marker.ts";

/**
 * What may stand before a number: not a letter, a digit, a point or a minus; but a dash after a letter, and an escape
 * such as the `\n` of source code.
 */
export const NUMBER_START = String.raw`(?:(?<![\w.])(?<![^A-Za-z]-)(?<!^-)|(?<=\\[abfnrtv]))`;
/** What may stand after it: not a letter, a digit, a dash or decimals. */
export const NUMBER_END = String.raw`(?![\w-]|\.\d)`;

type IdRule = {
  pattern: RegExp;
  /** Without a word like this shortly before it, nothing is an id. Absent: the shape is enough. */
  names?: RegExp;
  /** Gets the match without spaces. */
  isValid: (id: string) => boolean;
};

function shape(source: string): RegExp {
  return new RegExp(`${NUMBER_START}(?:${source})${NUMBER_END}`, "g");
}

/**
 * US social security numbers: no area 000, 666 or 900 and above, no group 00, no serial 0000 (Social Security
 * Administration, RM 10201.035); taxpayers' numbers have an area from 900 and a group in 50–65, 70–88, 90–92, 94–99
 * (Internal Revenue Service, Publication 1915).
 */
const US =
  /^(?:(?!000|666|9)\d{3}(?!00)\d\d(?!0000)\d{4}|9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4})$/;
const isUsNumber = (id: string) => US.test(id.replaceAll("-", ""));

const RULES: IdRule[] = [
  { pattern: shape(String.raw`\d{3}-\d{2}-\d{4}`), isValid: isUsNumber },
  {
    pattern: shape(String.raw`\d{9}|\d{3} \d{2} \d{4}`),
    names: /\bssn|social.?security|\bitin\b/i,
    isValid: isUsNumber,
  },
  // Great Britain: the rules for prefix and suffix; the number has no check digit.
  {
    pattern: shape(String.raw`[A-Z]{2}(?:\d{6}| \d{2} \d{2} \d{2} ?)[A-D]`),
    isValid: (id) => validator.isTaxID(id, "en-GB"),
  },
  {
    pattern: shape(String.raw`(?:\d{8}|[XYZ]\d{7})-?[A-Z]`),
    isValid: (id) => validator.isIdentityCard(id.replace("-", ""), "ES"),
  },
  {
    pattern: shape("[A-Z]{6}[0-9L-NP-V]{2}[A-EHLMPRST][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]"),
    isValid: (id) => validator.isTaxID(id, "it-IT"),
  },
  {
    pattern: shape(String.raw`\d{6}[-+A]\d{3}[0-9A-FHJ-NPR-Y]`),
    isValid: (id) => validator.isTaxID(id, "fi-FI"),
  },
  {
    pattern: shape(String.raw`(?:\d{2})?\d{6}[-+]\d{4}`),
    isValid: (id) => validator.isTaxID(id, "sv-SE") || validator.isTaxID(id, "dk-DK"),
  },
  {
    pattern: shape(String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}`),
    isValid: (id) => validator.isTaxID(id, "pt-BR"),
  },
  {
    pattern: shape(String.raw`\d{11}|\d{2} \d{3} \d{3} \d{3}`),
    names: /steuer|\bidnr|\btax.?id/i,
    isValid: (id) => validator.isTaxID(id, "de-DE"),
  },
  {
    pattern: shape(String.raw`\d{11}`),
    names: /pesel/i,
    isValid: (id) => validator.isIdentityCard(id, "PL"),
  },
  {
    pattern: shape(String.raw`\d{9}`),
    names: /\bbsn|burgerservice/i,
    isValid: (id) => validator.isTaxID(id, "nl-NL"),
  },
  {
    pattern: shape(String.raw`\d{4}([ -]?)\d{4}\1\d{4}`),
    names: /aadha?ar/i,
    isValid: (id) => validator.isIdentityCard(id.replaceAll("-", ""), "IN"),
  },
  {
    pattern: shape(String.raw`\d{17}[\dXx]`),
    names: /身份证|\bid\b|identity|resident/i,
    isValid: (id) => validator.isIdentityCard(id, "zh-CN"),
  },
];

/** Replaces each id with `[redacted:government-id]`. Linear in the text. */
export function redactGovernmentIds(given: Folded): Redacted {
  let folded = given;
  let redactions = 0;
  for (const { pattern, names, isValid } of RULES) {
    const searched = folded.text;
    if (names && !names.test(searched)) continue;
    const found = redactMatches(folded, pattern, (match, _groups, at) => {
      if (names && !isNamedBefore(searched, at, names)) return null;
      return isValid(match.replaceAll(" ", "")) ? redactionMarker("government-id") : null;
    });
    if (found.redactions === 0) continue;
    folded = foldText(found.text);
    redactions += found.redactions;
  }
  return { text: folded.original, redactions };
}

/** True where `names` matches shortly before the place. */
function isNamedBefore(text: string, at: number, names: RegExp): boolean {
  return names.test(text.slice(Math.max(0, at - NAME_OF_NUMBER_MAX_CHARS), at));
}

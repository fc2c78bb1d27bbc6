/** Payment cards: the issuers' prefixes and lengths, and the Luhn check (ISO/IEC 7812-1, annex B). */
import { type Redacted, redactionMarker, redactMatches } from "./redaction-marker.ts";

/** Whole, or in the groups that are printed on cards. Part of a longer or a decimal number is none. */
const CARD =
  /(?<![\w.-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{5}|\d{13,16})(?![\w-]|\.\d)/g;
const HINT = /\d{4}[ -]?\d{4}/;
const ISSUERS =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|4[4-9]\d|5\d\d)\d{12}|35\d{14})$/;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * Replaces each card number with `[redacted:card]`. A text that is nothing but one number in a row is
 * left alone: results of arithmetic look like that, and one in sixty would pass for a card.
 */
export function redactCards(text: string): Redacted {
  if (!HINT.test(text)) return { text, redactions: 0 };
  return redactMatches(text, CARD, (match) => {
    const digits = match.replace(/[ -]/g, "");
    if (!ISSUERS.test(digits) || !passesLuhn(digits)) return null;
    if (digits === match && text.trim() === match) return null;
    return redactionMarker("card");
  });
}

/** Which person is meant: "the second one", "the last user", "her", "Anna Berg". */
import type { Who } from "./people-request.ts";

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const PLACE = new RegExp(
  `^(?:the\\s+)?(?:(${ORDINALS.join("|")}|last)\\b|(\\d+)(?:st|nd|rd|th)\\b|(?:number|no\\.?|#)\\s*(\\d+))`,
  "i",
);
const PRONOUN =
  /^(?:him|her|them|it|his|their|this|that|this (?:one|user|person)|that (?:one|user|person))\b/i;
const NOUNS =
  /\b(?:the|a|an|this|that|users?|people|persons?|employees?|colleagues?|members?|named|called|with the name)\b/gi;
const BEHIND = /\s+(?:from|in|out of)\s+(?:the\s+)?(?:list|directory|database|table)\b.*$/i;

/** @returns null where nobody is named */
export function readWho(text: string): Who | null {
  const rest = text.trim();
  const place = PLACE.exec(rest);
  if (place) return { place: placeOf(place) };
  if (PRONOUN.test(rest)) return { place: 0 };
  const name = rest
    .replace(BEHIND, "")
    .replace(NOUNS, " ")
    .replace(/[.?!,;"“”]+/g, " ")
    .replace(/['’]s?(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return name === "" ? null : { name };
}

function placeOf([, word, digits, number]: RegExpExecArray): number {
  if (word === undefined) return Number(digits ?? number);
  const place = ORDINALS.indexOf(word.toLowerCase()) + 1;
  return place > 0 ? place : -1;
}

/**
 * Rarer ways to write a text so that nobody's filter reads it. They are looked for when an answer has ended: each is told by
 * a cheap sign first, and what it hides is written out only then.
 */
import { inLatin } from "../contracts/tools/look-alikes.ts";

export type Disguise = "hexadecimal" | "rot13" | "reversed" | "letter-spaced" | "look-alikes";

type Undisguised = { as: Disguise; said: string };

const HEXADECIMAL = /(?:(?:0x|\\x|%)?[0-9a-f]{2}[\s,:]{0,2}){24,}/gi;
const LETTER_SPACED = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][ .\-_·|\n]{1,3}){23,}[\p{L}\p{N}]/gu;
/** "the", "and", "you", "not" and "with", which no English text of some length does without. */
const ROT13 = /\b(?:gur|naq|lbh|abg|jvgu)\b/gi;
const REVERSED = /\b(?:eht|dna|uoy|ton|htiw)\b/gi;
const SIGNS_MIN = 3;

/** A letter of another script inside of a Latin word, or a small capital. */
const MIXED =
  /[a-z][\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][a-z]|[\u0131\u0251\u0261\u026a\u1d00-\u1d22]/iu;

/** @returns what a text says if it is read in each of the ways in which it seems to be written */
export function undisguise(text: string): Undisguised[] {
  return [
    ...text
      .matchAll(HEXADECIMAL)
      .map(([run]) => ({ as: "hexadecimal" as const, said: fromHex(run) })),
    ...text.matchAll(LETTER_SPACED).map(([run]) => ({
      as: "letter-spaced" as const,
      said: run.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase(),
    })),
    ...(count(text, ROT13) < SIGNS_MIN ? [] : [{ as: "rot13" as const, said: rot13(text) }]),
    ...(count(text, REVERSED) < SIGNS_MIN
      ? []
      : [{ as: "reversed" as const, said: reverse(text) }]),
    ...(MIXED.test(text) ? [{ as: "look-alikes" as const, said: inLatin(text) }] : []),
  ];
}

const count = (text: string, signs: RegExp) => text.match(signs)?.length ?? 0;

function fromHex(run: string): string {
  return Buffer.from(run.replace(/0x|\\x|[^0-9a-f]/gi, ""), "hex").toString("utf8");
}

/** Each letter is that which stands thirteen further in the alphabet. */
function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97;
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 13) % 26));
  });
}

const reverse = (text: string) => [...text].reverse().join("");

/** The words of a text in one way to write them, and what nobody sees of it. */
import "server-only";
import { inLatin } from "../../../contracts/tools/look-alikes.ts";

/** Normalised: whoever obeys a text ignores case, forms of letters, spaces, escapes, and what is not seen. */
export function plain(text: string): string {
  return seen(text)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\\[nrt]/g, " ")
    .replace(/\\(["\\/])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** As `plain`; also without accents, and in Latin letters where they look so. */
export function folded(text: string): string {
  const known = plain(text);
  if (/^\p{ASCII}*$/u.test(known)) return known;
  return inLatin(known.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC"));
}

/** Turns Unicode's tag characters into the letters that a model reads; removes all else that is unseen. */
export function seen(text: string): string {
  return text
    .replace(/[\u{e0020}-\u{e007e}]/gu, (tag) =>
      String.fromCodePoint((tag.codePointAt(0) ?? 0) - TAGS_FROM),
    )
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
}

const TAGS_FROM = 0xe0000;

/** Scripts that write without spaces between words, for a class of a regular expression. */
export const UNSPACED_SCRIPTS =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";

/** Runs of letters and digits, as `plain` writes them: what joins two words makes no other word of them. `61,400` is one figure. */
export function wordsIn(text: string): string[] {
  const joined = plain(text).replace(/(?<=\d)[.,](?=\d)/g, "");
  return joined.match(/[\p{L}\p{N}]+/gu) ?? [];
}

import "server-only";

/** Words of a text as a search compares them: folded, without the ones that say nothing, singular. */

const STOP_WORDS = new Set(
  `a about an and any are as at be been but by can could did do does for from get give had has have how i if in into is it
  its like me my not of on or our please s should so tell than that the their them there they this to today was we
  were what when where which who why will with would you your`.split(/\s+/),
);

/** In the order of the text, repeated as often as they stand there. */
export function textTerms(text: string): string[] {
  const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map(singular);
}

/** "Cities" and "city", "rains" and "rain": enough for a small index, wrong for nobody's sense. */
function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

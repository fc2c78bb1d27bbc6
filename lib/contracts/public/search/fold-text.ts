/**
 * Text as search compares it: no case, no accents, one form of each character. `search_fold` in prisma/sql is the same
 * in SQL.
 */

const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/gu;
const ALONE: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ı: "i",
  ς: "σ",
};

function foldCharacter(character: string): string {
  const plain = character.normalize("NFKD").replaceAll(MARKS, "");
  // One at a time: a whole word would get a capital sigma's final form.
  return Array.from(plain, (one) => {
    const small = one.toLowerCase();
    return ALONE[small] ?? small;
  }).join("");
}

export function foldText(said: string): string {
  return isAscii(said) ? said.toLowerCase() : Array.from(said, foldCharacter).join("");
}

export type FoldedText = {
  folded: string;
  /** For each UTF-16 unit of `folded`, where the character that it comes from begins in the text; last, its length. */
  starts: readonly number[];
};

/** The folded text, and the way back from a place in it. */
export function foldWithPlaces(said: string): FoldedText {
  if (isAscii(said)) {
    return {
      folded: said.toLowerCase(),
      starts: Array.from({ length: said.length + 1 }, (_, n) => n),
    };
  }
  const starts: number[] = [];
  let folded = "";
  let place = 0;
  for (const character of said) {
    const one = foldCharacter(character);
    for (let unit = 0; unit < one.length; unit += 1) starts.push(place);
    folded += one;
    place += character.length;
  }
  return { folded, starts: [...starts, said.length] };
}

function isAscii(said: string): boolean {
  return /^[\0-\x7f]*$/.test(said);
}

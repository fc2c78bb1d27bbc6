/**
 * Text as search compares it: no case, no accents, one form of each character, of each quote, dash and space, and nothing
 * that is not seen. `search_fold` in prisma/sql is the same in SQL.
 */

/** Accents, and what has no width: soft hyphens, joiners, signs of direction, variants of a character. */
const UNSEEN =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u0591-\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** Before the compatibility decomposition, which makes something else of them. */
const FIRST: ReadonlyMap<string, string> = pairsOf("\u00b4\u2033\u2036", `'""`);

/** Afterwards, one character for one, in lower case. */
const ALONE: ReadonlyMap<string, string> = new Map([
  ...[["ß", "ss"] as const, ["æ", "ae"] as const, ["œ", "oe"] as const, ["þ", "th"] as const],
  ...pairsOf("øłđðıςħŧ", "olddiσht"),
  // Apostrophes and single quotes, double quotes, dashes.
  ...each("\u02b9\u02bb\u02bc\u02bd\u05f3\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a", "'"),
  ...each("\u00ab\u00bb\u05f4\u201c\u201d\u201e\u201f\u301d\u301e\u301f", '"'),
  ...each("\u058a\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212", "-"),
  ...each("\u223c\u301c", "~"),
  ...each("\u2044\u2215", "/"),
  ...each("\u1680\u2028\u2029", " "),
  // Letters of Arabic and Persian keyboards, and their digits.
  ...pairsOf("\u0649\u0671\u06a9\u06cc", "\u064a\u0627\u0643\u064a"),
  ...pairsOf("٠١٢٣٤٥٦٧٨٩", "0123456789"),
  ...pairsOf("۰۱۲۳۴۵۶۷۸۹", "0123456789"),
]);

function pairsOf(from: string, to: string): Map<string, string> {
  return new Map(Array.from(from, (character, place) => [character, to.charAt(place)]));
}

function each(from: string, to: string): Map<string, string> {
  return new Map(Array.from(from, (character) => [character, to]));
}

function foldCharacter(character: string): string {
  const plain = (FIRST.get(character) ?? character).normalize("NFKD").replaceAll(UNSEEN, "");
  // One at a time: a whole word would get a capital sigma's final form.
  return Array.from(plain, (one) => {
    const small = one.toLowerCase();
    return ALONE.get(small) ?? small;
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

/** Where the character of a unit of folded text ends. Marks behind it, which fold to nothing, belong to it. */
export function endOfUnit(starts: FoldedText["starts"], unit: number): number {
  const start = starts[unit] ?? 0;
  let next = unit + 1;
  while (starts[next] === start) next += 1;
  return starts[next] ?? start;
}

function isAscii(said: string): boolean {
  return /^[\0-\x7f]*$/.test(said);
}

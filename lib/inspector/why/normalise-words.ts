import "server-only";
/** Normalises texts for the word search: case, space, Markdown marks, separators in numbers. */

export type Normalised = {
  text: string;
  /** The index in the original of each UTF-16 unit of `text`, and one for the end. */
  at: readonly number[];
};

/** `1,234,567` becomes `1234567`; only between a digit and a group of three. */
const GROUPED = /(?<=\d)[,_'’\u00a0\u2009\u202f ](?=\d{3}(?!\d))/gu;
const SPACE = /\s/u;
const MARKDOWN = /[*`]/u;

export function normalise(original: string): Normalised {
  const dropped = new Set<number>();
  for (const { index } of original.matchAll(GROUPED)) dropped.add(index);
  let text = "";
  const at: number[] = [];
  for (let index = 0; index < original.length; index += 1) {
    const unit = original.charAt(index);
    if (dropped.has(index) || MARKDOWN.test(unit)) continue;
    const isSpace = SPACE.test(unit);
    if (isSpace && (text === "" || text.endsWith(" "))) continue;
    // A letter whose lower case has another length stays as it is, so that indices correspond.
    const lower = unit.toLowerCase();
    text += isSpace ? " " : lower.length === 1 ? lower : unit;
    at.push(index);
  }
  at.push(original.length);
  return { text, at };
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Places in `hay` where `needle` stands as whole words: from and to, in the original. */
export function findWords(
  { text, at }: Normalised,
  needle: string,
): { from: number; to: number }[] {
  const wanted = needle.trim();
  if (wanted === "") return [];
  const places: { from: number; to: number }[] = [];
  for (let index = text.indexOf(wanted); index !== -1; index = text.indexOf(wanted, index + 1)) {
    const end = index + wanted.length;
    const cutsBefore = isWithinWord(text, index);
    if (!cutsBefore && !isWithinWord(text, end)) {
      places.push({ from: at[index] ?? 0, to: (at[end - 1] ?? 0) + 1 });
    }
  }
  return places;
}

/** True where a boundary falls between two letters or digits. */
function isWithinWord(text: string, boundary: number): boolean {
  return WORD.test(text.charAt(boundary - 1)) && WORD.test(text.charAt(boundary));
}

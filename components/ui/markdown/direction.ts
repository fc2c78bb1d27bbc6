/** The direction of a block with blocks in it. HTML's `auto` looks past what has a direction of its own. Pure. */

const LETTER = /\p{L}/u;
const FROM_RIGHT =
  /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Rohg}\p{sc=Mand}\p{sc=Samr}]/u;

/** @returns the direction of the first letter */
export function directionOf(text: string): "ltr" | "rtl" {
  const letter = LETTER.exec(text)?.[0];
  return letter !== undefined && FROM_RIGHT.test(letter) ? "rtl" : "ltr";
}

/** Cuts text into pieces the size of a language model's tokens: words with the blank before them. */

const LONGEST_PIECE = 12;

/** The pieces joined are the text. No piece ends inside a character. */
export function splitTokens(text: string): string[] {
  const pieces: string[] = [];
  for (const [word] of text.matchAll(/\s*\S+|\s+$/g)) {
    if (word.length <= LONGEST_PIECE) pieces.push(word);
    else pieces.push(...splitLongWord(word));
  }
  return pieces;
}

function splitLongWord(word: string): string[] {
  const characters = Array.from(word);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += LONGEST_PIECE) {
    pieces.push(characters.slice(at, at + LONGEST_PIECE).join(""));
  }
  return pieces;
}

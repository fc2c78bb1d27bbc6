/** Reading forward over a text that may still grow. Pure. */
import "server-only";

/**
 * What stands at a place of a text. `more`: the text ends before that can be said. `not`: something else stands there.
 * `end` is the index behind it.
 */
export type Seen<Value> =
  | { kind: "is"; value: Value; end: number }
  | { kind: "more" }
  | { kind: "not" };

export const MORE = { kind: "more" } as const;
export const NOT = { kind: "not" } as const;

export function is<Value>(value: Value, end: number): Seen<Value> {
  return { kind: "is", value, end };
}

/** @returns the index of the first character that is no white space */
export function skipSpace(text: string, at: number): number {
  const found = text.slice(at).search(/\S/);
  return found < 0 ? text.length : at + found;
}

/** @returns `more` where the text ends within the word */
export function seeWord(text: string, at: number, word: string): Seen<string> {
  const there = text.slice(at, at + word.length);
  if (there === word) return is(word, at + word.length);
  return word.startsWith(there) ? MORE : NOT;
}

const CLOSES: Record<string, string> = { "{": "}", "[": "]", "(": ")" };

/**
 * The balanced text of `{…}`, `[…]` or `(…)`, in which brackets between quotes do not count. A tag where no tag can stand ends
 * one that lacks its last brackets.
 */
export function seeBalanced(text: string, at: number): Seen<string> {
  const open: string[] = [];
  let quote = "";
  for (let index = at; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (quote !== "") {
      if (character === "\\") index += 1;
      else if (character === quote) quote = "";
      continue;
    }
    if (character === '"' || (character === "'" && !isLetter(text[index - 1]))) quote = character;
    else if (character in CLOSES) open.push(CLOSES[character] ?? "");
    else if (character === "<") {
      const there = text.slice(index, index + 3);
      // The three characters tell a tag from a quotation mark of Gemma.
      if (there.length < 3 && /^<[/|｜]?$/u.test(there)) return MORE;
      if (/^<(?:[/｜]|\|(?!"))/u.test(there)) return is(text.slice(at, index), index);
    } else if (character === open.at(-1)) open.pop();
    if (open.length === 0) return index === at ? NOT : is(text.slice(at, index + 1), index + 1);
  }
  return MORE;
}

/** An apostrophe, where it stands behind one. */
function isLetter(character: string | undefined): boolean {
  return character !== undefined && /\p{L}/u.test(character);
}

/** What a person looks for, as terms: words, or what stands in quotes. Every term has to be there. */
import { INDEXED_GRAM_CHARS, INDEXED_WORD_MAX_CHARS, SEARCH_TERMS_MAX } from "../../limits.ts";
import { foldText } from "./fold-text.ts";

const WORD = "0-9a-z_\\u00fe\\u0100-\\u058f";
const RUN =
  "\\u0590-\\u1fff\\u2c00-\\u2dff\\u3005-\\u3007\\u3031-\\u3035\\u3040-\\ud7ff\\uf900-\\uffef\\u{10000}-\\u{1efff}\\u{20000}-\\u{3ffff}";
const PIECES = new RegExp(`(?<word>[${WORD}]+)|[${RUN}]+`, "gu");
const STARTS_WITH_WORD = new RegExp(`^[${WORD}]`, "u");

export type SearchTerm = {
  /** What the index is asked for, as a text query; empty where the index knows nothing of it, e.g. of an emoji. */
  lexemes: readonly string[];
  /** True where the index finds more than this term. */
  isInexact: boolean;
  /** A regular expression for the database, over folded text. */
  pattern: string;
  /** The same for TypeScript, which looks behind where the database's looks at the character before. */
  source: string;
};

/** @returns no terms where there is nothing to look for */
export function parseSearchQuery(query: string): SearchTerm[] {
  const terms = foldText(query).matchAll(/"([^"]*)"?|[^\s"]+/gu);
  return [...terms]
    .map(([whole, quoted]) => (quoted ?? whole).trim())
    .filter((term) => term !== "")
    .slice(0, SEARCH_TERMS_MAX)
    .map(toTerm);
}

function toTerm(term: string): SearchTerm {
  const pieces = piecesOf(term);
  const lexemes = pieces.flatMap(({ 0: piece, index, groups }) => {
    if (groups?.word === undefined) return gramsOf(piece);
    const isOpen = index + piece.length === term.length || piece.length > INDEXED_WORD_MAX_CHARS;
    return [`'${piece.slice(0, INDEXED_WORD_MAX_CHARS)}'${isOpen ? ":*" : ""}`];
  });
  const [only] = pieces;
  const isWhole = pieces.length === 1 && only?.[0] === term;
  const mostChars = only?.groups?.word === undefined ? INDEXED_GRAM_CHARS : INDEXED_WORD_MAX_CHARS;
  const source = sourceOf(term);
  const isWord = STARTS_WITH_WORD.test(term);
  return {
    lexemes,
    isInexact: !isWhole || [...term].length > mostChars,
    pattern: isWord ? `(^|[^${WORD}])${source}` : source,
    source: isWord ? `(?<![${WORD}])${source}` : source,
  };
}

/** By hand, because `matchAll` would compile the expression anew for each term. */
function piecesOf(term: string): RegExpExecArray[] {
  const pieces: RegExpExecArray[] = [];
  PIECES.lastIndex = 0;
  for (let piece = PIECES.exec(term); piece; piece = PIECES.exec(term)) pieces.push(piece);
  return pieces;
}

/** Three characters in a row; of a shorter run its beginning. */
function gramsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < INDEXED_GRAM_CHARS) return [`'${run}':*`];
  return characters
    .slice(INDEXED_GRAM_CHARS - 1)
    .map((_, place) => `'${characters.slice(place, place + INDEXED_GRAM_CHARS).join("")}'`);
}

/** The term itself as a regular expression that both engines read alike. Any white space stands for any other. */
export function sourceOf(folded: string): string {
  return folded
    .split(/\s+/u)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("\\s+");
}

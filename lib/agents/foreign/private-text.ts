/** Whether a text that leaves holds words that are not the person's to give unasked: of files, directory, services, memory. */
import "server-only";
import {
  isOfPeople,
  isPage,
  isPrivate,
  type Origin,
  trustOf,
  wasMade,
} from "../../contracts/model/origin.ts";
import {
  PRIVATE_ADDRESS_MIN_CHARS,
  PRIVATE_NAME_MIN_CHARS,
  PRIVATE_ROW_MIN_CHARS,
  PRIVATE_ROW_TELLING_WORDS,
  PRIVATE_ROW_WORDS,
} from "../limits.ts";
import { type Reading, readings } from "./leaving/readings.ts";
import type { RowKind } from "./leaving/word-rows.ts";
import { folded } from "./leaving/words-in.ts";
import type { PromptText } from "./prompt-texts.ts";

const ROW: RowKind = {
  count: PRIVATE_ROW_WORDS,
  minChars: PRIVATE_ROW_MIN_CHARS,
  tellingMin: PRIVATE_ROW_TELLING_WORDS,
  isEitherWay: true,
  isLoose: true,
};
/** Two words are too common to be looked for with another one between. */
const PAIR = { count: 2, tellingMin: 0, isEitherWay: false, isLoose: false } as const;
const NAME: RowKind = { ...PAIR, minChars: PRIVATE_NAME_MIN_CHARS, isEitherWay: true };
const OF_ADDRESS: RowKind = { ...PAIR, minChars: PRIVATE_ADDRESS_MIN_CHARS };

type Texts = readonly PromptText[];

/**
 * Rows of words and figures count; but not what also stands in the person's own words, nor, of rows, what is on a page of the
 * web.
 *
 * @param own what the person wrote
 * @param to where it would go: what came from there may go back
 * @returns where the words come from; null for none
 */
export function privateOrigin(
  leaving: string,
  texts: Texts,
  own: Texts,
  to?: Origin,
): Origin | null {
  const kept = privateTexts(texts, to);
  const [first] = kept;
  if (!first) return null;
  const read = readings(leaving);
  if (!read) return first.origin;
  const open = [...own, ...texts.filter(isOfAll)];
  const people = kept.filter(({ origin }) => isOfPeople(origin));
  for (const reading of read) {
    const found =
      holderOfFigure(reading, kept, own) ??
      holderOfRow(ROW, reading, kept, open) ??
      holderOfRow(NAME, reading, people, open);
    if (found) return found;
  }
  return null;
}

/** An address is put together out of few words, so that two of them in a row, or a long one, are enough. */
export function isPrivateInAddress(address: string, texts: Texts, own: Texts): boolean {
  const kept = privateTexts(texts);
  if (kept.length === 0) return false;
  const open = [...own, ...texts.filter(isOfAll)];
  const read = readings(address);
  if (!read) return true;
  return read.some((reading) => {
    const said = [...reading.words, ...spelled(reading.words)];
    const long = said.filter((word) => word.length >= PRIVATE_ADDRESS_MIN_CHARS);
    return (
      holderOfFigure(reading, kept, own) !== null ||
      holderOfWord(long, kept, open) !== null ||
      holderOfRow(OF_ADDRESS, reading, kept, open) !== null ||
      holderOfRow(ROW, reading, kept, open) !== null
    );
  });
}

/** What a model made of a page may be about a file as well, where the prompt holds both: what was kept before may not say so. */
function privateTexts(texts: Texts, to?: Origin): PromptText[] {
  const isKept = texts.some(({ origin }) => isPrivate(origin));
  return texts.filter(
    ({ origin, isCurrent }) =>
      origin !== to &&
      (isPrivate(origin) || (isKept && !isCurrent && wasMade(origin) && !isOwn(origin))),
  );
}

/** Words of single letters and digits. */
const spelled = (words: readonly string[]) =>
  words
    .join(" ")
    .replace(/(?<=(?:^| )[\p{L}\p{N}]) (?=[\p{L}\p{N}](?: |$))/gu, "")
    .split(" ");

function holderOfFigure({ pieces }: Reading, kept: Texts, own: Texts): Origin | null {
  for (const { figures, origin } of kept)
    for (const figure of figures.in(pieces))
      if (!own.some((text) => text.figures.has(figure))) return origin;
  return null;
}

function holderOfWord(words: readonly string[], kept: Texts, open: Texts): Origin | null {
  const has = ({ rows }: PromptText, word: string) => rows.has(word);
  const told = words.filter((word) => !open.some((text) => has(text, word)));
  return kept.find((text) => told.some((word) => has(text, word)))?.origin ?? null;
}

function holderOfRow(kind: RowKind, { letters }: Reading, kept: Texts, open: Texts): Origin | null {
  const isOpen = (words: string) => open.some(({ rows }) => rows.has(words));
  for (const { rows, origin, plain } of kept)
    for (const { row, written } of rows.find(letters, kind)) {
      // The names of fields are no names: "Berlin city" is not "city":"Berlin".
      const isField = kind === NAME && row !== written && !folded(plain).includes(row);
      if (!isField && !isOpen(row) && !isOpen(written)) return origin;
    }
  return null;
}

const isOwn = (origin: Origin) => ["deployment", "person"].includes(trustOf(origin));
const isOfAll = ({ origin }: PromptText) => isOwn(origin) || isPage(origin);

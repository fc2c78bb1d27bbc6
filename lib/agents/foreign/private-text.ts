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
  PRIVATE_FIGURE_MIN_CHARS,
  PRIVATE_NAME_MIN_CHARS,
  PRIVATE_ROW_MIN_CHARS,
  PRIVATE_ROW_WORDS,
} from "../limits.ts";
import { type PromptText, wordsIn } from "./prompt-texts.ts";

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
  texts: readonly PromptText[],
  own: readonly PromptText[],
  to?: Origin,
): Origin | null {
  const kept = privateTexts(texts, to);
  if (kept.length === 0) return null;
  const open = texts.filter(({ origin }) => isOpen(origin));
  const ofPeople = kept.filter(({ origin }) => isOfPeople(origin));
  for (const words of readings(leaving)) {
    const figures = words.filter(isFigure);
    const rows = rowsOf(words, PRIVATE_ROW_WORDS, PRIVATE_ROW_MIN_CHARS);
    // Names are two words.
    const names = rowsOf(words, 2, PRIVATE_NAME_MIN_CHARS);
    const found =
      holderOf(figures, kept, own) ??
      holderOf(rows, kept, [...own, ...open]) ??
      holderOf(names, ofPeople, [...own, ...open]);
    if (found) return found;
  }
  return null;
}

/** An address is put together out of few words, so that two of them in a row, or a long one, are enough. */
export function isPrivateInAddress(
  address: string,
  texts: readonly PromptText[],
  own: readonly PromptText[],
): boolean {
  const kept = privateTexts(texts);
  if (kept.length === 0) return false;
  const open = [...own, ...texts.filter(({ origin }) => isOpen(origin))];
  return readings(address).some((words) => {
    const rows = rowsOf(words, 2, PRIVATE_ADDRESS_MIN_CHARS);
    const long = words.filter((word) => word.length >= PRIVATE_ADDRESS_MIN_CHARS);
    return (
      holderOf(words.filter(isFigure), kept, own) !== null ||
      holderOf([...rows, ...long], kept, open) !== null
    );
  });
}

/** What a model made of a page may be about a file as well, where the prompt holds both: what was kept before may not say so. */
function privateTexts(texts: readonly PromptText[], to?: Origin): PromptText[] {
  const isKept = texts.some(({ origin }) => isPrivate(origin));
  return texts.filter(
    ({ origin, isCurrent }) =>
      origin !== to &&
      (isPrivate(origin) || (isKept && !isCurrent && wasMade(origin) && !isOwn(origin))),
  );
}

/** Four digits or more, or letters and digits, but no year. */
export const isFigure = (word: string) =>
  /\p{N}/u.test(word) && word.length >= PRIVATE_FIGURE_MIN_CHARS && !/^(?:19|20)\d\d$/.test(word);

function holderOf(
  rows: readonly string[],
  kept: readonly PromptText[],
  open: readonly PromptText[],
): Origin | null {
  const holds = ({ row }: PromptText, words: string) => row.includes(` ${words} `);
  const told = rows.filter((words) => !open.some((text) => holds(text, words)));
  if (told.length === 0) return null;
  return kept.find((text) => told.some((words) => holds(text, words)))?.origin ?? null;
}

/** The words as they stand, with escapes and base64 undone, single letters joined, and from the end. */
function readings(text: string): string[][] {
  const words = wordsIn(readable(text));
  const joined = words.join(" ").replace(/(?<=(?:^| )[\p{L}\p{N}]) (?=[\p{L}\p{N}](?: |$))/gu, "");
  const reversed = wordsIn([...text].toReversed().join(""));
  return [words, joined.split(" "), reversed];
}

/** Escapes undone twice, and what base64 and hexadecimal say beside it. */
function readable(text: string): string {
  const plain = unescaped(unescaped(text));
  const encoded = plain.match(/[A-Za-z0-9+/_-]{8,}={0,2}/g) ?? [];
  const said = encoded.flatMap((code) => [
    Buffer.from(code, "base64").toString("utf8"),
    ...(/^(?:[0-9a-f]{2})+$/i.test(code) ? [Buffer.from(code, "hex").toString("utf8")] : []),
  ]);
  return [plain, ...said].join(" ");
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text.replace(/%([0-9a-f]{2})/gi, " ");
  }
}

const isOwn = (origin: Origin) => ["deployment", "person"].includes(trustOf(origin));
const isOpen = (origin: Origin) => isOwn(origin) || isPage(origin);

function rowsOf(words: readonly string[], count: number, minChars: number): string[] {
  return words.flatMap((_, at) => {
    const row = words.slice(at, at + count);
    const text = row.join(" ");
    return row.length === count && text.length >= minChars ? [text] : [];
  });
}

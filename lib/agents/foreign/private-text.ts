/** Whether a text that leaves holds words that are not the person's to give unasked: of files, directory, services, memory. */
import "server-only";
import { type Origin, trustOf } from "../../contracts/model/origin.ts";
import { PRIVATE_NAME_MIN_CHARS, PRIVATE_ROW_MIN_CHARS, PRIVATE_ROW_WORDS } from "../limits.ts";
import { type PromptText, wordsIn } from "./prompt-texts.ts";

/**
 * Rows of words, and single words that look like a name, a number or an address, count; but not what also stands in the person's
 * own words or on a page of the web.
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
  const words = wordsIn(leaving);
  if (words.length === 0) return null;
  const isKept = texts.some(({ origin }) => isPrivate(origin));
  const open = [...own, ...texts.filter(({ origin }) => isOpen(origin))];
  const told = rowsOf(words).filter((words) => !open.some(({ row }) => row.includes(words)));
  if (told.length === 0) return null;
  // A model's words on a page may be about a file as well, where it had read both.
  const kept = texts.filter(
    ({ origin }) =>
      origin !== to && (isPrivate(origin) || (isKept && origin.includes("@") && !isOwn(origin))),
  );
  return kept.find(({ row }) => told.some((words) => row.includes(words)))?.origin ?? null;
}

const isOwn = (origin: Origin) => ["deployment", "person"].includes(trustOf(origin));
const isPrivate = (origin: Origin) => ["directory", "person-file", "mcp"].includes(trustOf(origin));
const isOpen = (origin: Origin) => isOwn(origin) || /^(?:web|service):/.test(origin);

/** Each between spaces, so that no part of a word counts. */
function rowsOf(words: readonly string[]): string[] {
  const rows = words.flatMap((_, at) => {
    const row = words.slice(at, at + PRIVATE_ROW_WORDS);
    const text = row.join(" ");
    return row.length === PRIVATE_ROW_WORDS && text.length >= PRIVATE_ROW_MIN_CHARS ? [text] : [];
  });
  const names = words.filter(
    (word) => word.length >= PRIVATE_NAME_MIN_CHARS && /[\p{N}@_]/u.test(word),
  );
  return [...rows, ...names].map((text) => ` ${text} `);
}

/** Whether a text that leaves holds words that are not the person's to give unasked: of files, directory, services, memory. */
import "server-only";
import { type Origin, trustOf } from "../../contracts/model/origin.ts";
import {
  PRIVATE_ADDRESS_MIN_CHARS,
  PRIVATE_NAME_MIN_CHARS,
  PRIVATE_ROW_MIN_CHARS,
  PRIVATE_ROW_WORDS,
} from "../limits.ts";
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
  const rows = rowsOf(words, PRIVATE_ROW_WORDS, PRIVATE_ROW_MIN_CHARS);
  const names = words.filter(
    (word) => word.length >= PRIVATE_NAME_MIN_CHARS && /[\p{N}@_]/u.test(word),
  );
  return originOfRows([...rows, ...names], texts, own, to);
}

/** An address is put together out of few words, so that two of them in a row, or a long one, are enough; base64 is read, too. */
export function isPrivateInAddress(
  address: string,
  texts: readonly PromptText[],
  own: readonly PromptText[],
): boolean {
  const words = wordsIn(readable(address));
  const rows = rowsOf(words, 2, PRIVATE_ADDRESS_MIN_CHARS);
  const long = words.filter((word) => word.length >= PRIVATE_ADDRESS_MIN_CHARS);
  return originOfRows([...rows, ...long], texts, own) !== null;
}

/** Escapes undone twice, marks between words as spaces, and what base64 says beside it. */
function readable(address: string): string {
  const plain = unescaped(unescaped(address));
  const encoded = plain.match(/[A-Za-z0-9+/_-]{16,}={0,2}/g) ?? [];
  const said = encoded.map((text) => Buffer.from(text, "base64").toString("utf8"));
  return [plain, ...said].join(" ").replace(/[-+_.=&/?#,;:|]+/g, " ");
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text.replace(/%([0-9a-f]{2})/gi, " ");
  }
}

function originOfRows(
  rows: readonly string[],
  texts: readonly PromptText[],
  own: readonly PromptText[],
  to?: Origin,
): Origin | null {
  if (rows.length === 0) return null;
  const isKept = texts.some(({ origin }) => isPrivate(origin));
  const open = [...own, ...texts.filter(({ origin }) => isOpen(origin))];
  const holds = ({ row }: PromptText, words: string) => row.includes(` ${words} `);
  const told = rows.filter((words) => !open.some((text) => holds(text, words)));
  if (told.length === 0) return null;
  // A model's words on a page may be about a file as well, where it had read both.
  const kept = texts.filter(
    ({ origin }) =>
      origin !== to && (isPrivate(origin) || (isKept && origin.includes("@") && !isOwn(origin))),
  );
  return kept.find((text) => told.some((words) => holds(text, words)))?.origin ?? null;
}

const isOwn = (origin: Origin) => ["deployment", "person"].includes(trustOf(origin));
const isPrivate = (origin: Origin) => ["directory", "person-file", "mcp"].includes(trustOf(origin));
const isOpen = (origin: Origin) => isOwn(origin) || /^(?:web|service):/.test(origin);

function rowsOf(words: readonly string[], count: number, minChars: number): string[] {
  return words.flatMap((_, at) => {
    const row = words.slice(at, at + count);
    const text = row.join(" ");
    return row.length === count && text.length >= minChars ? [text] : [];
  });
}

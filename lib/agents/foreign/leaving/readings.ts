/** What a text that leaves says, in each of the ways in which it may be meant. */
import "server-only";
import {
  PRIVATE_FIGURE_MIN_CHARS,
  PRIVATE_LEAVING_MAX_CHARS,
  PRIVATE_READ_MAX_CHARS,
} from "../../limits.ts";
import { piecesIn } from "./figures.ts";
import { Letters } from "./letters.ts";
import { termsIn } from "./terms-in.ts";
import { folded } from "./words-in.ts";

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
const BASE64 = /[A-Za-z0-9+/_-]{6,}/g;
const HEXADECIMAL = /(?:(?:0x|\\x)?[0-9a-f]{2}[\s,:]{0,2}){4,}/gi;

/** `pieces`: see `piecesIn`. */
export type Reading = { words: readonly string[]; letters: Letters; pieces: Letters };

/** @returns it with escapes, base64 and hexadecimal undone, and the same reversed; null where that takes too long */
export function readings(text: string): Reading[] | null {
  if (/^[^\p{L}\p{N}]*$/u.test(text)) return [];
  if (text.length > PRIVATE_LEAVING_MAX_CHARS) return null;
  const said = folded(readable(text));
  if (said.length > PRIVATE_READ_MAX_CHARS) return null;
  return [said, [...said].toReversed().join("")].map((read) => {
    const words = termsIn(read);
    return { words, letters: new Letters(words), pieces: new Letters(piecesIn(read)) };
  });
}

/** Escapes undone twice, and beside it what base64 and hexadecimal say. */
function readable(text: string): string {
  const once = unescaped(text);
  const twice = unescaped(once);
  const encoded = new Set([text, once, twice]);
  return [twice.replaceAll("+", " "), ...[...encoded].flatMap(decoded)].join("\n");
}

const unescaped = (text: string) => text.replace(ESCAPES, (run) => bytesOfHex(run).toString());

/** Other letters may stand before what is encoded, so that it begins at any place of the run. */
const decoded = (text: string) =>
  [
    ...(text.match(BASE64) ?? []).flatMap((run) =>
      [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64")),
    ),
    ...(text.match(HEXADECIMAL) ?? []).map(bytesOfHex),
  ].flatMap(plainParts);

const bytesOfHex = (run: string) => Buffer.from(run.replace(/0x|[^0-9a-f]/gi, ""), "hex");

/** Ordinary words are base64 as well, of bytes that are hardly ever a text. */
const plainParts = (bytes: Buffer) =>
  bytes
    .toString()
    .split("\ufffd")
    .filter((part) => part.length >= PRIVATE_FIGURE_MIN_CHARS);

/** Foreign text enters structured memory only as a quotation, with its place. */
import "server-only";
import type { Origin } from "../../contracts/model/origin.ts";
import { isForeign } from "../../contracts/model/origin.ts";
import * as words from "../../messages/answers.ts";
import { FOREIGN_QUOTE_WORDS } from "../limits.ts";
import { wordsIn } from "./leaving/words-in.ts";
import type { PromptText } from "./prompt-texts.ts";
import { placeOf } from "./tell-foreign-text.ts";

/** @returns where a row of the text's words stands, if it stands in a foreign text and in no other; else null */
export function quotedOrigin(text: string, texts: readonly PromptText[]): Origin | null {
  const said = wordsIn(text);
  const rows = said.flatMap((_, at) => {
    const row = said.slice(at, at + FOREIGN_QUOTE_WORDS);
    return row.length === FOREIGN_QUOTE_WORDS ? [` ${row.join(" ")} `] : [];
  });
  if (rows.length === 0) return null;
  const trusted = texts.filter(({ origin }) => !isForeign(origin));
  const told = rows.filter((row) => !trusted.some((own) => own.row.includes(row)));
  const holder = texts.find(
    ({ origin, row: held }) => isForeign(origin) && told.some((row) => held.includes(row)),
  );
  return holder?.origin ?? null;
}

/** A change of structured memory, with each text that is foreign as a quotation. */
export function quoteForeign(value: unknown, originOf: (text: string) => Origin | null): unknown {
  if (typeof value === "string") {
    const origin = originOf(value);
    return origin === null || isQuoted(value)
      ? value
      : words.quotedFrom({ words: value, place: placeOf(origin) });
  }
  if (Array.isArray(value)) return value.map((item) => quoteForeign(item, originOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, quoteForeign(item, originOf)]),
  );
}

/** “Words” (and their place). */
const isQuoted = (text: string) =>
  text.startsWith("“") && text.includes("” (") && text.endsWith(")");

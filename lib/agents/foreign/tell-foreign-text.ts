/** Tells a person, in a question, of a text that neither they nor the operator wrote. */
import "server-only";
import type { Glass } from "../../contracts/model/glass.ts";
import {
  isForeign,
  type Origin,
  TRUST,
  trustOf,
  UNKNOWN,
  wasMade,
} from "../../contracts/model/origin.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import * as text from "../../messages/answers.ts";
import {
  FOREIGN_PLACES_TOLD_MAX,
  FOREIGN_SENTENCE_MAX_CHARS,
  PLACE_NAME_MAX_CHARS,
} from "../limits.ts";
import type { Resembling } from "./resembling-sentence.ts";

type Read = {
  /** The sentence that the call most resembles; null where there is none. */
  found: Resembling | null;
  /** Of all that stood in the prompt. */
  origins: readonly Origin[];
};

/**
 * @param question with parts that the model wrote
 * @returns it as it may leave, and below it what foreign text was read
 */
export function withForeignText(
  question: string,
  { found, origins }: Read,
  glass: Glass | undefined,
): string {
  const pass = (words: string) => glass?.pass(words) ?? words;
  if (!found) return pass([question, ...tellPlaces(origins)].join("\n\n"));
  // Passed before it is shortened: what is left out may be shorter than its mark.
  const sentence = asCode(shorten(pass(sanitise(found.sentence).value)));
  const told = text.foreignText({ sentence, place: placeOf(found.origin) });
  return pass(`${question}\n\n${told}`);
}

/** Where foreign text stands that was read, the least trusted first. */
function tellPlaces(origins: readonly Origin[]): string[] {
  const rank = (origin: Origin) => TRUST.indexOf(trustOf(origin));
  const foreign = origins.filter(isForeign).toSorted((one, other) => rank(other) - rank(one));
  const read = foreign.filter((origin) => !wasMade(origin));
  const places = [...new Set((read.length > 0 ? read : foreign).map(placeOf))];
  if (places.length === 0) return [];
  const named = places.slice(0, FOREIGN_PLACES_TOLD_MAX).join(", ");
  return [text.foreignPlaces({ places: named, isAll: places.length <= FOREIGN_PLACES_TOLD_MAX })];
}

/** Cuts runs of backticks, which lengthen a fence. */
function shorten(sentence: string): string {
  const line = sentence.replace(/`{4,}/g, "```");
  if (line.length <= FOREIGN_SENTENCE_MAX_CHARS) return line;
  return `${line.slice(0, FOREIGN_SENTENCE_MAX_CHARS - 1).toWellFormed()}…`;
}

/** In Markdown, where neither a link nor a picture can stand in it. */
export function asCode(words: string): string {
  const line = words.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  const runs = line.match(/`+/g) ?? [];
  const fence = "`".repeat(runs.reduce((longest, { length }) => Math.max(longest, length), 0) + 1);
  const gap = runs.length === 0 ? "" : " ";
  return `${fence}${gap}${line}${gap}${fence}`;
}

/** Where a text stands, in plain words. */
export function placeOf(origin: Origin): string {
  const [kind = "", whole = ""] = origin.split(":", 2);
  // The end of a host says whose it is.
  const name =
    whole.length > PLACE_NAME_MAX_CHARS ? `…${whole.slice(1 - PLACE_NAME_MAX_CHARS)}` : whole;
  if (kind === "web" && origin !== UNKNOWN) return text.placePage({ host: name });
  if (kind === "mcp") return text.placeServer({ server: name });
  if (wasMade(origin)) return text.placeEarlier();
  switch (trustOf(origin)) {
    case "directory":
      return text.placeDirectory();
    case "person-file":
      return text.placeFile();
    default:
      return text.placeEarlier();
  }
}

/**
 * The sources of one run: every citable result gets a number that is unique in the run, and every text of a model is
 * checked against the numbers that this call was given.
 */
import "server-only";
import { citedNumbers } from "../contracts/public/sources/cited-numbers.ts";
import type { PublicSource } from "../contracts/public/sources/public-source.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import type { FoundSource } from "../tools/tool.ts";
import { RUN_SOURCES_MAX, SOURCE_TITLE_MAX_CHARS } from "./limits.ts";

export type RunSources = {
  /** Takes over the sources that the text of an earlier run cites. They keep their numbers. */
  adopt(known: readonly PublicSource[]): void;
  /** Takes over the sources of results of this run that are on record. They keep their numbers. */
  keep(known: readonly PublicSource[]): void;
  /** The sources with their numbers; the same page, passage or service has one number. Empty once the run has too many. */
  number(found: readonly FoundSource[]): PublicSource[];
  /**
   * @param given the numbers in the prompt of the call that wrote the text
   * @returns the numbers that it invented
   */
  check(text: string, given: ReadonlySet<number>): number[];
  /** The numbers that stand in texts of this run with right. */
  knownIn(texts: readonly string[]): number[];
  /** The sources of an answer. A number that anybody invented in this run is none. */
  shownIn(answer: string): PublicSource[];
};

export function openRunSources(now: () => Date = () => new Date()): RunSources {
  const sources = new Map<string, PublicSource>();
  let newest = 0;
  const cited = new Set<number>();
  const invented = new Set<number>();
  const isKnown = (number: number) => cited.has(number) && !invented.has(number);
  const numberOne = (found: FoundSource): PublicSource => {
    const source = toPublic(found, newest + 1, now());
    const known = sources.get(keyOf(source));
    if (!known) add(source);
    return known ?? source;
  };
  const add = (source: PublicSource) => {
    sources.set(keyOf(source), source);
    newest = Math.max(newest, source.number);
  };
  return {
    adopt(known) {
      for (const source of known) {
        add(source);
        cited.add(source.number);
      }
    },
    keep: (known) => known.forEach(add),
    number: (found) => (sources.size + found.length > RUN_SOURCES_MAX ? [] : found.map(numberOne)),
    check(text, given) {
      const numbers = citedNumbers(text);
      const right = numbers.filter((number) => given.has(number));
      const wrong = numbers.filter((number) => !given.has(number));
      for (const number of right) cited.add(number);
      for (const number of wrong) invented.add(number);
      return wrong;
    },
    knownIn: (texts) => texts.flatMap(citedNumbers).filter(isKnown),
    shownIn(answer) {
      const shown = new Set(citedNumbers(answer).filter(isKnown));
      return [...sources.values()].filter(({ number }) => shown.has(number));
    },
  };
}

/** The same source has one key, whatever its number. */
function keyOf(source: PublicSource): string {
  return JSON.stringify({ ...source, number: 0 });
}

/** One line without secrets: titles and names are foreign text. */
function plain(text: string): string {
  const line = sanitise(text)
    .value.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return line.length > SOURCE_TITLE_MAX_CHARS
    ? `${line.slice(0, SOURCE_TITLE_MAX_CHARS).toWellFormed()}…`
    : line.toWellFormed();
}

function toPublic(found: FoundSource, number: number, now: Date): PublicSource {
  switch (found.kind) {
    case "page": {
      const address = webAddress(found.address);
      return { kind: "page", number, title: plain(found.title) || (address ?? "–"), address };
    }
    case "document": {
      const { attachmentId, passage } = found;
      return { kind: "document", number, attachmentId, name: plain(found.name), passage };
    }
    case "service": {
      const { what, label } = found;
      const day = now.toISOString().slice(0, 10);
      return { kind: "service", number, what, label: label && plain(label), day };
    }
    default:
      return found satisfies never;
  }
}

/** Without a user's name and password; null for what is no address of the web, or holds a secret. */
function webAddress(address: string): string | null {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  url.username = "";
  url.password = "";
  return sanitise(url.href).value === url.href ? url.href : null;
}

// What prompts say about sources. The inspector proves prompts with the same functions.

/**
 * A tool's result as the prompt has it: its source numbers above it. Memory and log keep the result without them.
 *
 * @param numbers one, or one for each item of the result
 */
export function withSourceNumbers(content: string, numbers: readonly number[]): string {
  const [only] = numbers;
  if (only === undefined) return content;
  const which =
    numbers.length === 1
      ? `This result is source [${only}].`
      : `${numbers.map((number, index) => `Item ${index + 1} is source [${number}]`).join(", ")}.`;
  const ask = `After a claim from it, write a space and [${only}]`;
  const askEach = "After a claim from one of them, write a space and its number in square brackets";
  return `(${which} ${numbers.length === 1 ? ask : askEach}; write no other numbers so.)\n\n${content}`;
}

/** Asks for the numbers in the results of earlier steps. */
export const KEEP_NUMBERS =
  "Numbers in square brackets in the results of earlier steps name sources. Keep each right after the claim that it belongs to; add no others.";

export function namesSources(text: string): boolean {
  return citedNumbers(text).length > 0;
}

/** What policies read of where a call comes from, and what a question to the person shows of it. */
import "server-only";
import {
  isForeign,
  isPage,
  lowestTrust,
  type Origin,
  type Trust,
  trustOf,
} from "../../contracts/model/origin.ts";
import { originsOf, type Segment } from "../../prompt/segment.ts";
import type { Tool } from "../../tools/tool.ts";
import { FOREIGN_VALUE_MIN_CHARS } from "../limits.ts";
import { isKnownAddress } from "./known-address.ts";
import { freeValues } from "./leaving/free-values.ts";
import { plain } from "./leaving/words-in.ts";
import { privateOrigin } from "./private-text.ts";
import { PromptText, textsOf } from "./prompt-texts.ts";
import { findResembling, type Resembling } from "./resembling-sentence.ts";

/** Facts of a call for the policies. */
export type CallOrigins = {
  /** Of all that stood in the prompt. */
  origins: readonly Origin[];
  /** The lowest of them. */
  trust: Trust;
  /** There are texts or numbers in the arguments, and each stands in what the person wrote for this turn. */
  inPersonsWords: boolean;
  /** By the argument's name: the origin of its value, where only foreign text holds it. */
  argumentOrigins: Readonly<Record<string, Origin>>;
  /** Null for a call that opens no address. */
  addressIsKnown: boolean | null;
  /** Of a call that writes: the foreign sentence that may have asked for it; null where there is none. */
  resembling: Resembling | null;
  /** Where words that would leave come from, if they are private; null where none are. */
  sendsPrivate: Origin | null;
};

/** What the call is compared with. */
export type CallSetting = {
  segments: readonly Segment[];
  /** What the person wrote for this turn themselves, without what they pasted. */
  ownWords: string;
};

export function judgeCall(
  tool: Tool | undefined,
  args: unknown,
  { segments, ownWords }: CallSetting,
): CallOrigins {
  const origins = originsOf(segments);
  const trust = lowestTrust(origins);
  const { writes = false, egress = false } = tool?.policy ?? {};
  const address = tool?.opens?.(args) ?? null;
  if (!tool || !(writes || egress || address !== null))
    return {
      origins,
      trust,
      inPersonsWords: false,
      argumentOrigins: {},
      resembling: null,
      sendsPrivate: null,
      addressIsKnown: null,
    };
  const texts = textsOf(segments);
  const values = freeValues(tool, args).map(({ value }) => value);
  const now = new PromptText(ownWords, "person");
  const own = [now, ...said(texts)];
  const sent = address === null && egress ? values : [];
  const to = typeof tool.origin === "string" ? tool.origin : undefined;
  return {
    origins,
    trust,
    // A call without values does not show that the person wants it.
    inPersonsWords: values.length > 0 && values.every((value) => stands(value, [now])),
    argumentOrigins: argumentOrigins(tool, args, texts, own),
    addressIsKnown: address === null ? null : isKnownAddress(address, [...own, ...read(texts)]),
    resembling: writes ? whatAskedFor(tool, args, { segments }, "") : null,
    sendsPrivate: privateOrigin(sent.join("\n"), texts, own, to),
  };
}

/**
 * The sentence of a foreign text that may have asked for the call.
 *
 * @param question about it, for the person
 * @param about names whom it concerns, where its arguments do not
 */
export function whatAskedFor(
  tool: Pick<Tool, "name" | "description" | "arguments">,
  args: unknown,
  { segments }: Pick<CallSetting, "segments">,
  question: string,
  about: readonly string[] = [],
): Resembling | null {
  const [what = ""] = tool.description.split(/[.\n]/, 1);
  const values = [...freeValues(tool, args).map(({ value }) => value), ...about];
  return findResembling({ name: tool.name, named: what, question, values }, textsOf(segments));
}

/** The person's own words in the conversation. */
const said = (texts: readonly PromptText[]) => texts.filter(({ origin }) => origin === "person");

/** Search results and opened pages. */
const read = (texts: readonly PromptText[]) => texts.filter(({ origin }) => isPage(origin));

function argumentOrigins(
  tool: Tool,
  args: unknown,
  texts: readonly PromptText[],
  own: readonly PromptText[],
): Record<string, Origin> {
  const trusted = [...own, ...texts.filter(({ origin }) => !isForeign(origin))];
  const foreign = texts.filter(({ origin }) => isForeign(origin));
  return Object.fromEntries(
    freeValues(tool, args).flatMap(({ name, value }) => {
      if (value.length < FOREIGN_VALUE_MIN_CHARS || stands(value, trusted)) return [];
      const holders = foreign.filter((text) => stands(value, [text]));
      const lowest = lowestTrust(holders.map(({ origin }) => origin));
      const found = holders.find(({ origin }) => trustOf(origin) === lowest);
      return found ? [[name, found.origin] as const] : [];
    }),
  );
}

/** As whole words. */
function stands(value: string, texts: readonly PromptText[]): boolean {
  const wanted = plain(value);
  return texts.some(({ plain: held }) => {
    for (let at = held.indexOf(wanted); at >= 0; at = held.indexOf(wanted, at + 1)) {
      const around = [held[at - 1] ?? " ", held[at + wanted.length] ?? " "];
      if (!around.some((letter) => /[\p{L}\p{N}]/u.test(letter))) return true;
    }
    return false;
  });
}

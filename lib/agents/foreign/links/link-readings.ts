/**
 * Where a text may hold an address that a page would link, and what Markdown would read there. It knows less than the parser
 * does, and takes for an address whatever could be one: a bracket may be escaped or stand in code.
 */
import "server-only";
import { EMAIL_NAME_MAX_CHARS, LINK_MAX_CHARS } from "../../limits.ts";

/**
 * `at`: where its opening begins; `from`, `end`: the address; `closes`: where the bracket stands that ends it.
 * `name`: of an e-mail address, what stands before its `@`. `isTooLong`: it is only a part.
 */
export type Place = {
  kind: "link" | "auto" | "bare" | "email";
  at: number;
  from: number;
  end: number;
  closes: number | null;
  name: string;
  isTooLong: boolean;
};

/** A link's or a definition's address, one in angle brackets, one that stands in the text, and an e-mail address. */
const OPENING =
  /(?<link>\][(:][\s>]{0,99}<?)|(?<auto><(?=(?:https?|mailto|tel):))|(?<bare>(?=https?:\/\/|www\.|mailto:))|(?<email>@(?=[\w-]))/gi;
/** The beginning of one of them, at the end of what is there. */
const BEGUN =
  /(?:\](?:[(:][\s>]{0,99}<?)?|<(?:h(?:t(?:t(?:ps?)?)?)?|m(?:a(?:i(?:l(?:to?)?)?)?)?|t(?:el?)?)?|h(?:t(?:t(?:p(?:s?(?::\/?)?)?)?)?)?|w{1,3}|m(?:a(?:i(?:l(?:to?)?)?)?)?|[@\ud800-\udbff])$/i;

/**
 * The next place in a text, behind `from`. `before`: what was there before the text.
 *
 * @returns where one may begin whose end has not come, or the end of the text, if there is none
 */
export function nextPlace(
  { text, before, isOver }: { text: string; before: string; isOver: boolean },
  from: number,
): Place | number {
  OPENING.lastIndex = from;
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    const place = placeAt(text, before, match);
    if (!isOver && place.end === text.length && !place.isTooLong) return place.at;
    if (place.isTooLong || place.end > place.from) return place;
    OPENING.lastIndex = Math.max(place.from, match.index + 1);
  }
  return isOver ? text.length : Math.max(from, begunAt(text) ?? text.length);
}

/** @returns the start of an address that later text could still change; else the end of the text */
export function openAt(text: string): number {
  const start = Math.max(0, text.length - 2 * LINK_MAX_CHARS);
  const part = { text: text.slice(start), before: "", isOver: false };
  for (let from = 0; ; ) {
    const place = nextPlace(part, from);
    if (typeof place === "number") return start + place;
    from = Math.max(place.from, place.at + 1);
  }
}

/** @returns where what may be the beginning of an address stands, at the end of a text */
export const begunAt = (text: string): number | undefined => BEGUN.exec(text)?.index;

function placeAt(text: string, before: string, match: RegExpExecArray): Place {
  const [opening] = match;
  const { link, auto, email } = match.groups ?? {};
  const at = match.index;
  const from = at + opening.length;
  const rest = text.slice(from, from + LINK_MAX_CHARS + 1);
  const place = { at, from, closes: null, name: "" };
  const upTo = (written: string) => ({
    end: from + written.length,
    isTooLong: written.length > LINK_MAX_CHARS,
  });
  if (email !== undefined) {
    const name = nameBefore(`${before}${text.slice(0, at)}`);
    const { end, isTooLong } = upTo(/^[a-z0-9._-]*/i.exec(rest)?.[0] ?? "");
    return { kind: "email", ...place, end, name, isTooLong: isTooLong || isTooLongName(name) };
  }
  if (link === undefined)
    return {
      kind: auto === undefined ? "bare" : "auto",
      ...place,
      ...upTo(/^[^\s<]*/.exec(rest)?.[0] ?? ""),
    };
  if (link.endsWith("<"))
    return { kind: "link", ...place, ...upTo(/^(?:\\.?|[^\\<>\r\n])*/.exec(rest)?.[0] ?? "") };
  // So many blanks stand in no link.
  if (/^[\s>]/.test(rest)) return { kind: "link", ...place, end: from, isTooLong: true };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: where the parser ends an address, too.
  const run = /^[^\x00-\x20]*/.exec(rest)?.[0] ?? "";
  const closes = link.startsWith("](") ? closingBracket(run) : null;
  if (closes === null) return { kind: "link", ...place, ...upTo(run) };
  return { kind: "link", ...place, end: from + closes, closes: from + closes, isTooLong: false };
}

const isTooLongName = (name: string) => name.length > EMAIL_NAME_MAX_CHARS;

/** As much of it as may be the name of an e-mail address. Behind `<` more signs may stand in it. */
function nameBefore(text: string): string {
  const end = text.slice(-EMAIL_NAME_MAX_CHARS - 2);
  const [name = ""] = /[\w.+-]*$/.exec(end) ?? [];
  const [, quoted] = /<([\w.!#$%&'*+/=?^`{|}~-]+)$/.exec(end) ?? [];
  return quoted ?? name;
}

function closingBracket(run: string): number | null {
  let depth = 0;
  for (let at = 0; at < run.length; at += 1) {
    if (run[at] === "\\") at += 1;
    else if (run[at] === "(") depth += 1;
    else if (run[at] === ")" && depth > 0) depth -= 1;
    else if (run[at] === ")") return at;
  }
  return null;
}

/**
 * Lets an answer through in pieces, and takes the link from an address that may not be one: it stands there as text. Only
 * what could still become an address is held back.
 */
import "server-only";
import { decodeEntities } from "../../contracts/public/markdown/entities.ts";
import { LINK_MAX_CHARS } from "../limits.ts";

export type GuardedText = { write(text: string): void; end(): void };

/** @param mayLink is asked about each address of an answer, as it would be opened */
export function guardLinks(
  emit: (text: string) => void,
  mayLink: (address: string) => boolean,
): GuardedText {
  let held = "";
  const release = (text: string) => {
    if (text !== "") emit(text);
  };
  const pass = (isOver: boolean) => {
    for (;;) {
      const found = nextAddress(held, isOver);
      release(held.slice(0, found.at));
      held = held.slice(found.at);
      if (found.kind === "none") return;
      const { opening, written, length, isTooLong } = found;
      const isOpen = !isTooLong && mayLink(opened(written));
      release(isOpen ? held.slice(0, length) : asText(opening, written));
      held = held.slice(length);
    }
  };
  return {
    write(text) {
      held += text;
      pass(false);
    },
    end() {
      pass(true);
      release(held);
      held = "";
    },
  };
}

/**
 * `at`: up to here everything may leave. `written`: the address as it stands in Markdown, behind `opening`; of one that is too
 * long a part.
 */
type Found =
  | { kind: "none"; at: number }
  | {
      kind: "address";
      at: number;
      opening: string;
      written: string;
      length: number;
      isTooLong: boolean;
    };

/** A link's or a definition's address, one in angle brackets, and one that stands in the text. */
const OPENING =
  /\]\(\s{0,99}<?|\]:\s{0,99}<?|<(?=(?:https?|mailto):)|(?=https?:\/\/|www\.|mailto:)/gi;
/** The beginning of one of them, at the end of what is there. */
const BEGUN =
  /(?:\](?:[(:]\s{0,99}<?)?|<(?:h(?:t(?:t(?:ps?)?)?)?|m(?:a(?:i(?:l(?:to?)?)?)?)?)?|h(?:t(?:t(?:p(?:s?(?::\/?)?)?)?)?)?|w{1,3}|m(?:a(?:i(?:l(?:to?)?)?)?)?|[\ud800-\udbff])$/i;

function nextAddress(text: string, isOver: boolean): Found {
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    const [opening] = match;
    const from = match.index + opening.length;
    const written = addressAt(text.slice(from, from + LINK_MAX_CHARS + 1), opening);
    const isTooLong = written.length > LINK_MAX_CHARS;
    if (!isTooLong && !isOver && written.length === text.length - from)
      return { kind: "none", at: match.index };
    if (written !== "") {
      // Behind the part of a long one, what may be the beginning of another stays.
      const part = isTooLong ? written.slice(0, BEGUN.exec(written)?.index) : written;
      const length = opening.length + part.length;
      return { kind: "address", at: match.index, opening, written: part, length, isTooLong };
    }
    OPENING.lastIndex = Math.max(from, match.index + 1);
  }
  const begun = isOver ? null : BEGUN.exec(text);
  return { kind: "none", at: begun ? begun.index : text.length };
}

/** Up to a space; behind a bracket up to the one that closes it. */
function addressAt(text: string, opening: string): string {
  if (opening.endsWith("<")) return /^[^<>\r\n]*/.exec(text)?.[0] ?? "";
  const [run = ""] = /^[^\s<>]*/.exec(text) ?? [];
  if (!opening.startsWith("](")) return run;
  let depth = 0;
  for (let at = 0; at < run.length; at += 1) {
    if (run[at] === "\\") at += 1;
    else if (run[at] === "(") depth += 1;
    else if (run[at] === ")" && depth > 0) depth -= 1;
    else if (run[at] === ")") return run.slice(0, at);
  }
  return run;
}

/** As a browser would open it. */
function opened(written: string): string {
  const address = decodeEntities(written.replace(/\\([!-/:-@[-`{-~])/g, "$1"));
  return /^www\./i.test(address) ? `http://${address}` : address;
}

/**
 * Written as one writes an address that nobody shall open: `https[:]//…`. A code span would not do: what stands before it may
 * have opened one.
 */
function asText(opening: string, written: string): string {
  return (opening.replace("<", "") + written)
    .replace(/\]([(:])/g, "] $1")
    .replace(/(https?|mailto):/gi, "$1[:]")
    .replace(/(www)\./gi, "$1[.]")
    .replaceAll("@", "[@]");
}

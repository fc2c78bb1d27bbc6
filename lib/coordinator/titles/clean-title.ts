/** Makes a title of what a model proposes: one line of plain words that names nothing hidden. Pure. */
import "server-only";
import { TITLE_MAX_CHARS } from "../../contracts/limits.ts";
import { titleOf } from "../../contracts/public/first-line.ts";
import { TITLE_PROPOSAL_MAX_CHARS } from "../limits.ts";

export type CleanTitle =
  | { ok: true; title: string }
  /** `hidden-name`: it names a tool or an agent that the person did not read of. */
  | { ok: false; reason: "no-words" | "too-long" | "hidden-name" };

type Known = {
  /** Names of tools and agents. */
  hiddenNames: readonly string[];
  /** What the person has seen: a name that stands in it is not hidden. */
  visible: string;
};

/** Control characters, and what changes the direction of text or is not seen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
const QUOTES = /^["'“”„‘’«»`]+|["'“”„‘’«»`]+$/g;
/** The form of a tool's name: `web_search`, `readFile`. */
const IDENTIFIERS = /[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+|\b\p{Ll}+(?:\p{Lu}\p{Ll}+)+\b/gu;

export function cleanTitle(proposal: string, { hiddenNames, visible }: Known): CleanTitle {
  const lines = proposal.split(/[\n\r\u2028\u2029]/).map(toPlain);
  const line = lines.find((one) => /[\p{L}\p{N}]/u.test(one));
  if (line === undefined) return { ok: false, reason: "no-words" };
  if ([...line].length > TITLE_PROPOSAL_MAX_CHARS) return { ok: false, reason: "too-long" };
  if (namesHidden(line, hiddenNames, visible)) return { ok: false, reason: "hidden-name" };
  return { ok: true, title: titleOf(line, TITLE_MAX_CHARS) };
}

function toPlain(line: string): string {
  const plain = line
    .replace(/\t/g, " ")
    .replace(INVISIBLE, "")
    .replace(/<[^<>]*>/g, " ")
    .replace(/^\s*(?:```|~~~).*$/, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`~#|]+/g, " ")
    .replace(/(^|\s)_+|_+(?=\s|$)/g, "$1")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:title|conversation title)\s*:\s*/i, "")
    .replace(/^(?:>|[-+•]|\d+[.)])\s+/, "");
  return plain
    .replace(QUOTES, "")
    .replace(/[.。]+$/, "")
    .replace(QUOTES, "")
    .trim();
}

function namesHidden(line: string, hiddenNames: readonly string[], visible: string): boolean {
  const holds = (text: string, name: string) => ` ${toWords(text)} `.includes(` ${toWords(name)} `);
  const named = hiddenNames.filter((name) => holds(line, name));
  return (
    named.some((name) => !holds(visible, name)) ||
    (line.match(IDENTIFIERS) ?? []).some((name) => !visible.includes(name))
  );
}

/** Lower-case words, so that `web_search` is found in "Web search". */
function toWords(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");
}

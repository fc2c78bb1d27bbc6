/** The replacement of a secret: `[redacted:kind]`. */
import { type Folded, foldText } from "./fold-text.ts";

const MARKER = /^\[redacted:[a-z-]{1,24}\]$/;

export function redactionMarker(kind: string): string {
  return `[redacted:${kind}]`;
}

export function isRedactionMarker(text: string): boolean {
  return text.length <= 35 && MARKER.test(text);
}

/** A text after redaction, and the number of replaced secrets. */
export type Redacted = { text: string; redactions: number };

/** Gets the match, its groups and its place in the folded text. Null keeps the match. */
type Replace = (match: string, groups: (string | undefined)[], at: number) => string | null;

/**
 * Replaces what a pattern matches in the folded text. Patterns are global, must consume what they examine, so that the time
 * stays linear, and have no named groups.
 */
export function redactMatches(given: string | Folded, pattern: RegExp, replace: Replace): Redacted {
  const folded = typeof given === "string" ? foldText(given) : given;
  let text = "";
  let redactions = 0;
  let copied = 0;
  for (const match of folded.text.matchAll(pattern)) {
    const [whole, ...groups] = match;
    const replacement = replace(whole, groups, match.index);
    if (replacement === null) continue;
    text += folded.original.slice(copied, folded.at(match.index)) + replacement;
    copied = folded.at(match.index + whole.length);
    redactions++;
  }
  if (redactions === 0) return { text: folded.original, redactions };
  return { text: text + folded.original.slice(copied), redactions };
}

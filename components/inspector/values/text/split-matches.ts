/** Splits a text at the matches of a search. Pure. */

/** Further matches are not marked: one text with this many is not read closely. */
const MAX_MATCHES = 200;

/** `at`: where the part begins, in UTF-16 code units. */
export type MatchPart = { at: number; part: string; isMatch: boolean };

/** Ignores case. The parts together are the text. */
export function splitMatches(text: string, wanted: string): MatchPart[] {
  const lower = text.toLowerCase();
  const sought = wanted.toLowerCase();
  // Where lower case is longer than the original, places do not correspond, so nothing is marked.
  if (sought === "" || lower.length !== text.length) return [{ at: 0, part: text, isMatch: false }];
  const parts: MatchPart[] = [];
  let end = 0;
  for (let count = 0; count < MAX_MATCHES; count += 1) {
    const at = lower.indexOf(sought, end);
    if (at < 0) break;
    if (at > end) parts.push({ at: end, part: text.slice(end, at), isMatch: false });
    end = at + sought.length;
    parts.push({ at, part: text.slice(at, end), isMatch: true });
  }
  if (end < text.length || parts.length === 0) {
    parts.push({ at: end, part: text.slice(end), isMatch: false });
  }
  return parts;
}

/** The surroundings of the first match beyond a place; null where there is none. */
export function excerptMatch(text: string, wanted: string, beyond: number): string | null {
  if (wanted === "") return null;
  const sought = wanted.toLowerCase();
  const lower = text.toLowerCase();
  const at = lower.indexOf(sought, Math.max(beyond - sought.length + 1, 0));
  if (at < 0 || lower.indexOf(sought) < beyond - sought.length + 1) return null;
  return text.slice(Math.max(at - 60, 0), at + sought.length + 60).toWellFormed();
}

/** The replacement of a secret: `[redacted:kind]`. */

const MARKER = /^\[redacted:[a-z-]{1,24}\]$/;

export function redactionMarker(kind: string): string {
  return `[redacted:${kind}]`;
}

export function isRedactionMarker(text: string): boolean {
  return text.length <= 35 && MARKER.test(text);
}

/** A text after redaction, and the number of replaced secrets. */
export type Redacted = { text: string; redactions: number };

/**
 * Replaces matches. `replace` gets the match, its groups and its place, and returns the replacement, or null to keep a
 * match. Patterns must consume what they examine, so that the time stays linear, and have no named groups.
 */
export function redactMatches(
  text: string,
  pattern: RegExp,
  replace: (match: string, groups: (string | undefined)[], at: number) => string | null,
): Redacted {
  let redactions = 0;
  const result = text.replace(
    pattern,
    (match: string, ...rest: (string | number | undefined)[]) => {
      // After the groups come the place and the whole text.
      const groups = rest.slice(0, -2) as (string | undefined)[];
      const replacement = replace(match, groups, Number(rest.at(-2)));
      if (replacement === null) return match;
      redactions++;
      return replacement;
    },
  );
  return redactions === 0 ? { text, redactions } : { text: result, redactions };
}

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
 * Replaces matches. `replace` returns the replacement, or null to keep a match.
 * Patterns must consume what they examine, so that the time stays linear.
 */
export function redactMatches(
  text: string,
  pattern: RegExp,
  replace: (match: string, groups: (string | undefined)[]) => string | null,
): Redacted {
  let redactions = 0;
  const result = text.replace(pattern, (match: string, ...groups: (string | undefined)[]) => {
    const replacement = replace(match, groups);
    if (replacement === null) return match;
    redactions++;
    return replacement;
  });
  return redactions === 0 ? { text, redactions } : { text: result, redactions };
}

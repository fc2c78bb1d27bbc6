/** What stands where a secret stood: `[redacted:kind]`. */

const MARKER = /^\[redacted:[a-z-]{1,24}\]$/;

export function redactionMarker(kind: string): string {
  return `[redacted:${kind}]`;
}

export function isRedactionMarker(text: string): boolean {
  return text.length <= 35 && MARKER.test(text);
}

/** A text after redaction, and how many secrets it lost. */
export type Redacted = { text: string; redactions: number };

/**
 * Replaces matches. `secretOf` gives the replacement, or null to leave a match as it is.
 * Patterns given here consume what they have looked at, so that the time stays linear.
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

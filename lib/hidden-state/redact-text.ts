/** Every rule for secrets in a plain text, behind a quick check that most texts do not pass. */
import { redactAssignments } from "./redact-assignments.ts";
import { redactCards } from "./redact-cards.ts";
import { redactLogins } from "./redact-logins.ts";
import { redactPrivateKeys } from "./redact-private-keys.ts";
import { redactShapes } from "./redact-shapes.ts";
import type { Redacted } from "./redaction-marker.ts";

/** Words without which no rule by name can apply. */
const WORDS =
  /pass|pwd|secret|token|key|auth|bearer|basic|cookie|credential|connection|sess|jwt|mnemonic|phrase|card|cvv|cvc|otp/i;

/** True where rules by name may apply: the only ones that need a text to be looked at closely. */
export function mentionsSecretNames(text: string): boolean {
  return WORDS.test(text);
}

/** Replaces secrets in a text with `[redacted:kind]`. Linear in the text. */
export function redactText(text: string, byName: boolean): Redacted {
  let result = text;
  let redactions = 0;
  const rules = [redactPrivateKeys, redactShapes, redactCards];
  if (byName || text.includes("://")) rules.push(redactLogins);
  if (byName) rules.push(redactAssignments);
  for (const rule of rules) {
    const found = rule(result);
    result = found.text;
    redactions += found.redactions;
  }
  return { text: result, redactions };
}

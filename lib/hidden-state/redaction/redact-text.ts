/** All rules for secrets and personal data in a plain text. A quick check skips most texts. */
import { redactAssignments } from "./redact-assignments.ts";
import { type PersonalDataMasks, redactPersonalData } from "./redact-personal-data.ts";
import { redactLogins, redactPrivateKeys, redactShapes } from "./redact-shapes.ts";
import type { Redacted } from "./redaction-marker.ts";

/** Without one of these words no rule by name can match. */
const WORDS =
  /pass|pwd|secret|token|key|auth|bearer|basic|cookie|credential|connection|sess|jwt|mnemonic|phrase|card|cvv|cvc|otp/i;

/** True where rules by name may match. These are the slow ones. */
export function mentionsSecretNames(text: string): boolean {
  return WORDS.test(text);
}

/** Replaces secrets, and personal data of the masked classes, with `[redacted:kind]`. Linear in the text. */
export function redactText(text: string, byName: boolean, masks: PersonalDataMasks): Redacted {
  let result = text;
  let redactions = 0;
  const personal = (given: string) => redactPersonalData(given, masks);
  const rules = [redactPrivateKeys, redactShapes, personal];
  if (byName || text.includes("://")) rules.push(redactLogins);
  if (byName) rules.push(redactAssignments);
  for (const rule of rules) {
    const found = rule(result);
    result = found.text;
    redactions += found.redactions;
  }
  return { text: result, redactions };
}

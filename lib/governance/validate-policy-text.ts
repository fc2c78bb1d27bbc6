import "server-only";
/** Checks untrusted policy text against the schema, on a separate engine. */
import type { PolicyTextCheck } from "../contracts/stored-policy.ts";
import { openCedarEngine } from "./cedar-engine.ts";
import { policySchema } from "./policy-schema.ts";
import { readPolicyText } from "./read-policy-text.ts";

/** @returns the engine's errors, or its warnings where the text is valid */
export function validatePolicyText(text: string): PolicyTextCheck {
  const engine = openCedarEngine();
  const reading = readPolicyText(engine, text);
  if (!reading.ok) return reading;
  const texts = reading.parts.map((part, index) => [`policy ${index + 1}`, part.text]);
  try {
    const answer = engine.validate({
      schema: policySchema(reading.actionNames),
      policies: { staticPolicies: Object.fromEntries(texts) },
      validationSettings: { mode: "strict" },
    });
    if (answer.type === "failure") return { ok: false, errors: answer.errors.map(messageOf) };
    const errors = answer.validationErrors.map(({ error }) => messageOf(error));
    if (errors.length > 0) return { ok: false, errors };
    return { ok: true, warnings: answer.validationWarnings.map(({ error }) => messageOf(error)) };
  } catch {
    return { ok: false, errors: ["too deep for the policy engine"] };
  }
}

function messageOf({ message, help }: { message: string; help: string | null }): string {
  return help ? `${message} (${help})` : message;
}

import "server-only";
/** Verifies a signature again and compares the verdict with the hop's own. */
import { HEADER } from "../../agent-state/agent-state.ts";
import { readHeader } from "../../agent-state/agent-state-headers.ts";
import { verifyAgentStateHeaders } from "../../agent-state/sign-agent-state-headers.ts";
import type { EnvelopeInspection } from "../../contracts/inspector/envelope/envelope-inspection.ts";
import { settings } from "../../env/settings.ts";
import * as text from "../../messages/inspector-findings.ts";

type Signature = EnvelopeInspection["signature"];

const REASONS = {
  missing: text.thereIsNoSignature,
  malformed: text.theSignatureIsMalformed,
  mismatch: text.theSignatureIsNotOurs,
};

/** @param recorded the hop's own verdict when the headers arrived */
export function checkSignature(
  headers: Readonly<Record<string, string>>,
  recorded: Signature["recorded"],
): Signature {
  if (readHeader(headers, HEADER.state) === undefined) {
    return { recorded, now: "not-checked", why: text.thereIsNothingToCheck() };
  }
  const check = verifyAgentStateHeaders(headers, settings().AGENT_STATE_KEY);
  if (check.ok) return { recorded, now: "verified", why: text.ourKeyMakesTheSameSignature() };
  const now = check.reason === "missing" ? "unsigned" : "forged";
  return { recorded, now, why: REASONS[check.reason]() };
}

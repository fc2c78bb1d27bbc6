import "server-only";
/** Verifies a signature again and compares with what the hop found. */
import { HEADER } from "../../agent-state/agent-state.ts";
import { readHeader } from "../../agent-state/agent-state-headers.ts";
import { verifyAgentStateHeaders } from "../../agent-state/sign-agent-state-headers.ts";
import type { EnvelopeInspection } from "../../contracts/inspector/envelope/envelope-inspection.ts";
import { settings } from "../../env/settings.ts";

type Signature = EnvelopeInspection["signature"];

const REASONS = {
  missing: "There is no x-agent-state-mac header.",
  malformed:
    "The signature is not v1= and 43 base64url characters, or a signed value holds a line end.",
  mismatch: "The signature is not the one that our key makes of these four values.",
};

/** @param recorded what the hop itself found as the headers arrived */
export function checkSignature(
  headers: Readonly<Record<string, string>>,
  recorded: Signature["recorded"],
): Signature {
  if (readHeader(headers, HEADER.state) === undefined) {
    return { recorded, now: "not-checked", why: "There is no x-agent-state header to check." };
  }
  const check = verifyAgentStateHeaders(headers, settings().AGENT_STATE_KEY);
  if (check.ok) return { recorded, now: "verified", why: "Our key makes the same signature." };
  const now = check.reason === "missing" ? "unsigned" : "forged";
  return { recorded, now, why: REASONS[check.reason] };
}

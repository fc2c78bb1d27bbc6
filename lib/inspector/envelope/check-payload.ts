/** Checks the versioned payloads of an envelope. An unknown version is never read as a known one. */
import "server-only";
import { z } from "zod";
import { Ap2, GatewayAnalytics } from "../../contracts/run/gateway-analytics.ts";
import { AgentExecution, OrchestratorPlan } from "../../deviation/payload-schemas.ts";
import * as texts from "../../messages/inspector-findings.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** The payloads with a version, by the name of their variable. */
const PAYLOADS: Readonly<Record<string, z.ZodType>> = {
  analytics: GatewayAnalytics,
  orchestrator_plan: OrchestratorPlan,
  agent_execution: AgentExecution,
};

/** @returns why a variable is not valid, without any of its text; null where nothing is wrong */
export function checkPayload(name: string, value: unknown): string | null {
  if (holdsMandate(name, value)) return texts.rawMandate();
  const schema = Object.hasOwn(PAYLOADS, name) ? PAYLOADS[name] : undefined;
  if (!schema) return null;
  const version = isRecord(value) ? value.version : undefined;
  if (version !== 1) {
    return typeof version === "number"
      ? texts.unknownVersion({ payload: name, version })
      : texts.noVersion({ payload: name });
  }
  return schema.safeParse(value).success ? null : texts.payloadDoesNotFit({ payload: name });
}

/** Names of what refers to a mandate without holding it. */
const REFERENCE = /(?:_sha256|_id|_ref|_digest)$/i;
const SIGNED_TOKEN = /^eyJ[\w-]+\.[\w-]+/;

/** True where a mandate itself stands in the value, not its ids and digests. Bounded by the envelope's size and depth. */
function holdsMandate(name: string, value: unknown): boolean {
  if (name === "ap2") return !Ap2.safeParse(value).success;
  if (/mandate/i.test(name) && !REFERENCE.test(name)) {
    return value !== null && value !== "" && !sha256.safeParse(value).success;
  }
  if (typeof value === "string") return SIGNED_TOKEN.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([inner, item]) => holdsMandate(inner, item));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Builds the headers of one service call: the hop's envelope with a nonce and a signature. */
import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { AgentStateHeaders } from "../../agent-state/agent-state.ts";
import type { AnalyticsKey } from "../../agent-state/agent-variables.ts";
import { encodeCappedAgentState } from "../../agent-state/cap-agent-state.ts";
import { signAgentStateHeaders } from "../../agent-state/sign-agent-state-headers.ts";
import { continueTrace, formatTraceparent } from "../../agent-state/trace-context.ts";
import type { UmsHopMetadata } from "../../contracts/ums/ums-hop-metadata.ts";
import { type Hop, leavingEnvelope } from "../record-hops.ts";

/** @param body the exact bytes to send; the signature covers them */
export function signServiceHop(
  hop: Hop,
  body: string,
  key: string,
  analytics: readonly AnalyticsKey[] = [],
): AgentStateHeaders {
  const metadata: UmsHopMetadata = {
    nonce: randomBytes(16).toString("base64url"),
    sent_at: new Date().toISOString(),
    body_sha256: createHash("sha256").update(body).digest("hex"),
  };
  const encode = (allowed: readonly AnalyticsKey[]) => {
    const envelope = leavingEnvelope(hop, allowed);
    const sent = { ...envelope.metadata, ...metadata };
    return encodeCappedAgentState({ ...envelope, parentRef: hop.ref, metadata: sent });
  };
  const whole = encode(analytics);
  // The service could not read a reference. Analytics give way, so that its policies still read objective and step.
  const { headers } = whole.spilled ? encode([]) : whole;
  return signAgentStateHeaders(headers, key);
}

const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/;

/** A run is one trace. The trace id is the run's id if that is a UUID. */
export function traceparentOf(runId: string): string {
  const span = continueTrace(null);
  const own = runId.replaceAll("-", "").toLowerCase();
  return formatTraceparent({ ...span, traceId: TRACE_ID.test(own) ? own : span.traceId });
}

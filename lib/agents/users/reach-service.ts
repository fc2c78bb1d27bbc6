/** Leads each attempt of each service call through the gateway, and signs it as a hop below. */
import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { AgentStateHeaders } from "../../agent-state/agent-state.ts";
import type { AnalyticsKey } from "../../agent-state/agent-variables.ts";
import { computeArgsDigest, sha256Hex } from "../../agent-state/canonical-digest.ts";
import { encodeCappedAgentState } from "../../agent-state/cap-agent-state.ts";
import { signAgentStateHeaders } from "../../agent-state/sign-agent-state-headers.ts";
import { continueTrace, formatTraceparent } from "../../agent-state/trace-context.ts";
import type { UmsHopMetadata } from "../../contracts/ums/ums-hop-metadata.ts";
import { envelopeFacts } from "../../governance/envelope-facts.ts";
import { type Hop, leavingEnvelope } from "../record-hops.ts";
import type { UmsConnection } from "./send-to-ums.ts";
import type { UsersTurn } from "./users-turn.ts";

const SERVICE = "ums";

const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/;

export type Reach = {
  connection: UmsConnection;
  /** The hop of the latest attempt. */
  latestHop(): Hop;
};

export function reachService(turn: UsersTurn): Reach {
  const { ports, service } = turn;
  const { runId } = turn.who;
  const { hop, hops } = turn.trace;
  const { gateway, ready } = turn.governance;
  const { baseUrl, serviceKey, stateKey } = service;
  const traceparent = traceparentOf(runId);
  let latest = hop;
  const startHop: UmsConnection["startHop"] = (body) => {
    const passage = gateway.pass({
      parent: hop,
      action: { kind: "agent", name: SERVICE },
      egressDomain: URL.parse(baseUrl)?.hostname ?? null,
      riskTags: [],
      writes: false,
      approved: false,
      idempotencyKey: computeArgsDigest({ run: runId, body: sha256Hex(body) }),
    });
    if (!passage.isOpen) {
      passage.end("denied");
      return { closed: passage.decision.reason };
    }
    const sent = signServiceHop(passage.hop, body, stateKey, service.analytics);
    const reached = hops.start({ kind: "service", nodeId: SERVICE, parent: passage.hop, sent });
    const { planStep } = envelopeFacts(hop.envelope);
    reached.enrich({ service: SERVICE, ...(planStep ? { plan_step_id: planStep } : {}) });
    latest = reached;
    const end = (outcome: "ok" | "failed" | "stopped", serviceMs?: number) => {
      reached.enrich({ status: outcome });
      reached.end(outcome, serviceMs === undefined ? {} : { serviceMs });
      passage.end(outcome);
    };
    return { headers: { ...sent, traceparent }, end };
  };
  return {
    connection: { baseUrl, serviceKey, startHop, ready, signal: ports.signal },
    latestHop: () => latest,
  };
}

// Builds the headers of one service call: the hop's envelope with a nonce and a signature.

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

/** A run is one trace. The trace id is the run's id if that is a UUID. */
function traceparentOf(runId: string): string {
  const span = continueTrace(null);
  const own = runId.replaceAll("-", "").toLowerCase();
  return formatTraceparent({ ...span, traceId: TRACE_ID.test(own) ? own : span.traceId });
}

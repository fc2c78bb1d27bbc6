/** Leads each attempt of each service call through the gateway, and signs it as a hop below. */
import "server-only";
import { computeArgsDigest, sha256Hex } from "../../agent-state/canonical-digest.ts";
import { envelopeFacts } from "../../governance/envelope-facts.ts";
import type { Hop } from "../record-hops.ts";
import type { UmsCall } from "./send-to-ums.ts";
import { signServiceHop, traceparentOf } from "./sign-service-hop.ts";
import type { UsersTurn } from "./users-turn.ts";

const SERVICE = "ums";

export type Reach = {
  call: Omit<UmsCall, "path" | "body" | "key">;
  /** The hop of the latest attempt. */
  latestHop(): Hop;
};

export function reachService(turn: UsersTurn): Reach {
  const { runId, hop, hops, gateway, ports, service } = turn;
  const { baseUrl, serviceKey, stateKey } = service;
  const traceparent = traceparentOf(runId);
  let latest = hop;
  const startHop: UmsCall["startHop"] = (body) => {
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
    call: { baseUrl, serviceKey, startHop, signal: ports.signal },
    latestHop: () => latest,
  };
}

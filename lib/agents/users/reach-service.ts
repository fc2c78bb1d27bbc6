import "server-only";
/** Signs each attempt of each service call as a hop below the users agent. */
import type { Hop } from "../record-hops.ts";
import type { UmsCall } from "./send-to-ums.ts";
import { signServiceHop, traceparentOf } from "./sign-service-hop.ts";
import type { UsersTurn } from "./users-turn.ts";

export type Reach = {
  call: Omit<UmsCall, "path" | "body">;
  /** The hop of the latest attempt. */
  latestHop(): Hop;
};

export function reachService({ runId, hop, hops, ports, service }: UsersTurn): Reach {
  const { baseUrl, serviceKey, stateKey } = service;
  const traceparent = traceparentOf(runId);
  let latest = hop;
  const startHop: UmsCall["startHop"] = (body) => {
    const sent = signServiceHop(hop, body, stateKey, service.analytics);
    latest = hops.start({ kind: "service", nodeId: "ums", parent: hop, sent });
    return { headers: { ...sent, traceparent }, end: latest.end };
  };
  return {
    call: { baseUrl, serviceKey, startHop, signal: ports.signal },
    latestHop: () => latest,
  };
}

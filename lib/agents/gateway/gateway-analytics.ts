/** `analytics` version 1 of the GATEWAY scope (docs/sources.md, "Gateway Analytics"): ids, digests and figures. */
import "server-only";
import { Ap2 } from "../../contracts/run/gateway-analytics.ts";
import type { HopDecision } from "../../contracts/run/hop-decision.ts";

export type GatewayAnalytics = {
  version: 1;
  ap2?: Ap2;
  risk: {
    decision: "allow" | "deny" | "would_deny";
    risk_tags: readonly string[];
    egress_domain?: string;
    latency_ms?: number;
    idempotency_key: string;
  };
};

/** @returns the names of what does not fit, never values */
export function readAp2(given: unknown): { ok: true; ap2: Ap2 } | { ok: false; refused: string } {
  const read = Ap2.safeParse(given);
  if (read.success) return { ok: true, ap2: read.data };
  const names = read.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? ["unknown fields"] : [issue.path.join(".") || "ap2"],
  );
  return { ok: false, refused: [...new Set(names)].join(", ") };
}

/** The tags of the call; `egress_violation` where the gateway closes, or would. */
export function riskOf(
  { outcome }: HopDecision,
  {
    riskTags,
    egressDomain,
    idempotencyKey,
  }: {
    riskTags: readonly string[];
    egressDomain: string | null;
    idempotencyKey: string;
  },
): GatewayAnalytics["risk"] {
  const decision = outcome === "needs_approval" ? "deny" : outcome;
  return {
    decision,
    risk_tags: decision === "allow" ? riskTags : [...riskTags, "egress_violation"],
    ...(egressDomain === null ? {} : { egress_domain: egressDomain }),
    idempotency_key: idempotencyKey,
  };
}

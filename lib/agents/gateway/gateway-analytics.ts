import "server-only";
/** `analytics` version 1 of the GATEWAY scope (docs/sources.md, "Gateway Analytics"): ids, digests and figures. */
import { z } from "zod";
import type { HopDecision } from "../../contracts/run/hop-decision.ts";
import { AP2_ID_MAX_CHARS } from "../limits.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A signed token would fit the characters of an id, and is a mandate itself. */
const id = z
  .string()
  .max(AP2_ID_MAX_CHARS)
  .regex(/^(?!eyJ)[A-Za-z0-9._:#/-]+$/);

/** What may stand for a payment mandate: ids and digests, nothing of its content. */
const Ap2 = z.strictObject({
  intent_id: id.optional(),
  cart_id: id.optional(),
  issuer_did: id.optional(),
  subject_did: id.optional(),
  constraints_sha256: sha256.optional(),
  cart_sha256: sha256.optional(),
  reason: id.optional(),
});
type Ap2 = z.infer<typeof Ap2>;

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

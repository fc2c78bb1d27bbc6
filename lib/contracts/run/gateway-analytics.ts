/** `analytics` version 1 of the GATEWAY scope (docs/sources.md, "Gateway Analytics"): ids, digests and figures. */
import { z } from "zod";
import { AP2_ID_MAX_CHARS } from "../limits.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A signed token would fit the characters of an id, and is a mandate itself. */
const id = z
  .string()
  .max(AP2_ID_MAX_CHARS)
  .regex(/^(?!eyJ)[A-Za-z0-9._:#/-]+$/);

/** What may stand for a payment mandate: ids and digests, nothing of its content. */
export const Ap2 = z.strictObject({
  intent_id: id.optional(),
  cart_id: id.optional(),
  issuer_did: id.optional(),
  subject_did: id.optional(),
  constraints_sha256: sha256.optional(),
  cart_sha256: sha256.optional(),
  reason: id.optional(),
});
export type Ap2 = z.infer<typeof Ap2>;

export const GatewayAnalytics = z.strictObject({
  version: z.literal(1),
  ap2: Ap2.optional(),
  risk: z
    .strictObject({
      decision: z.string().optional(),
      risk_tags: z.array(z.string()).optional(),
      egress_domain: z.string().optional(),
      fs_path: z.string().optional(),
      latency_ms: z.number().optional(),
      idempotency_key: z.string().optional(),
    })
    .optional(),
});

/** Analytics that an envelope may carry, each off until a setting turns it on (seeds, "Analytics Conventions"). */
import { z } from "zod";
import {
  AGENT_SCOPES,
  type AgentState,
  type AgentVariables,
  isVariablesRef,
} from "./agent-state.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** `GATEWAY.analytics`, version 1: digests, ids and statuses, never a mandate or an argument. */
export const GatewayAnalytics = z.strictObject({
  version: z.literal(1),
  ap2: z
    .strictObject({
      intent_id: z.string().optional(),
      cart_id: z.string().optional(),
      issuer_did: z.string().optional(),
      subject_did: z.string().optional(),
      constraints_sha256: sha256.optional(),
      cart_sha256: sha256.optional(),
      reason: z.string().optional(),
    })
    .optional(),
  risk: z
    .strictObject({
      decision: z.enum(["allow", "deny", "would_deny"]).optional(),
      risk_tags: z.array(z.string()).optional(),
      egress_domain: z.string().optional(),
      fs_path: z.string().optional(),
      latency_ms: z.number().nonnegative().optional(),
      idempotency_key: z.string().optional(),
    })
    .optional(),
});
export type GatewayAnalytics = z.infer<typeof GatewayAnalytics>;

export const ANALYTICS_KEYS = ["analytics", "orchestrator_plan", "agent_execution"] as const;
export type AnalyticsKey = (typeof ANALYTICS_KEYS)[number];

/**
 * The envelope as it may leave the process: without the analytics that no setting has turned on.
 * What the inspector needs is recorded in the run log before this, in any case.
 */
export function withholdAnalytics(
  state: AgentState,
  enabled: ReadonlySet<AnalyticsKey>,
): AgentState {
  if (!state.variables || isVariablesRef(state.variables)) return state;
  const withheld = new Set<string>(ANALYTICS_KEYS.filter((key) => !enabled.has(key)));
  const variables: AgentVariables = {};
  for (const scope of AGENT_SCOPES) {
    const values = state.variables[scope];
    if (!values) continue;
    const kept = Object.entries(values).filter(([key]) => !withheld.has(key));
    variables[scope] = Object.fromEntries(kept);
  }
  return { ...state, variables };
}

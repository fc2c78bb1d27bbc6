import "server-only";
/** Warms up a process: compiles the policies and loads the agents before the first turn. */
import { loadPolicies } from "../db/policies/load-policies.ts";
import { compilePolicies } from "../governance/compile-policies.ts";
import { decideHop } from "../governance/decide-hop.ts";
import { loadAgents } from "./load-agents.ts";

export async function warmTurns(): Promise<void> {
  const [{ agents }, rows] = await Promise.all([loadAgents(), loadPolicies()]);
  const policies = compilePolicies(rows);
  for (const { descriptor } of agents) {
    decideHop(policies, {
      principal: "coordinator",
      action: { kind: "agent", name: descriptor.id },
      context: {
        objective: null,
        planStep: null,
        riskTags: [],
        egressDomain: null,
        writes: false,
        approved: false,
      },
    });
  }
}

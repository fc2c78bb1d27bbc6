/** Loads what a first turn needs: agents, policies in their engine, a spare interpreter of Python. */
import "server-only";
import { loadPolicies } from "../db/policies/load-policies.ts";
import { compilePolicies } from "../governance/compile-policies.ts";
import { decideHop } from "../governance/decide-hop.ts";
import { log } from "../log/log.ts";
import { warmPython } from "../tools/python-interpreter/interpreter-pool.ts";
import { loadAgents } from "./load-agents.ts";

let hasBegun = false;

/** Does nothing where it has begun, unless it failed. Never rejects. */
export async function warmUp(): Promise<void> {
  if (hasBegun) return;
  hasBegun = true;
  warmPython();
  try {
    await loadTurns();
  } catch (error) {
    hasBegun = false;
    log().warn({ err: error }, "the first turn will be slow");
  }
}

async function loadTurns(): Promise<void> {
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

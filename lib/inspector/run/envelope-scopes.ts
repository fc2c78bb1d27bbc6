/** Which kind of hop may write which scope, and the variable names that our own code uses. */
import "server-only";
import type { AgentScope } from "../../agent-state/agent-state.ts";
import type { HopName } from "../../contracts/inspector/run/envelope-inspection.ts";

/** By the kind of hop. */
const OWN_SCOPE: Readonly<Record<string, AgentScope>> = {
  coordinator: "ORCHESTRATOR",
  agent: "AGENT",
  gateway: "GATEWAY",
  service: "SERVER",
  tool: "TOOL",
};

/** The scope that a hop of this kind may write; undefined for an unknown kind. */
export function ownScopeOf(kind: string): AgentScope | undefined {
  return Object.hasOwn(OWN_SCOPE, kind) ? OWN_SCOPE[kind] : undefined;
}

/** @param above the hops above, nearest first */
export function ownerOf(scope: AgentScope, above: readonly HopName[]): HopName | null {
  return above.find(({ kind }) => ownScopeOf(kind) === scope) ?? null;
}

/** Our own code's names contain no text of people; other names might. */
const OUR_VARIABLES = new Set([
  "agent_execution",
  "analytics",
  "args_sha256",
  "objective",
  "orchestrator_plan",
  "plan_step_id",
  "reflections",
  "result_sha256",
  "service",
  "status",
  "tool",
  "workflow",
]);

const OUR_HEADERS = new Set([
  "traceparent",
  "x-agent-parent-ref",
  "x-agent-ref",
  "x-agent-state",
  "x-agent-state-mac",
  "x-node-id",
]);

export function isOurVariable(name: string): boolean {
  return OUR_VARIABLES.has(name);
}

export function isOurHeader(name: string): boolean {
  return OUR_HEADERS.has(name.toLowerCase());
}

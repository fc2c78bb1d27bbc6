/** What policies may read of a run: the person's role, objective, plan, execution so far and earlier hops, from a hop's envelope. */
import "server-only";
import { z } from "zod";
import { Role } from "../access/actor.ts";
import { type AgentState, isVariablesRef } from "../agent-state/agent-state.ts";
import { type Origin, StoredOrigin, UNKNOWN } from "../contracts/model/origin.ts";
import type { HopQuestion } from "../contracts/run/hop-decision.ts";

type Facts = Pick<
  HopQuestion["context"],
  "role" | "objective" | "planStep" | "plan" | "execution" | "hops"
>;

const text = z.string().nullable().catch(null).default(null);
const name = z.string().optional();
const Plan = z
  .object({
    version: z.literal(1),
    steps: z.array(z.object({ type: z.string(), target_tool: name, target_node_id: name })),
  })
  .nullable()
  .catch(null)
  .default(null);
const Execution = z
  .object({
    version: z.literal(1),
    runs: z.array(z.object({ tool_invoked: name, status: z.string() })),
  })
  .nullable()
  .catch(null)
  .default(null);
const Agent = z.object({ objective: text, plan_step_id: text, agent_execution: Execution });
const Server = z.object({ agent_execution: Execution });
const Orchestrator = z.object({ objective: text, plan_step_id: text, orchestrator_plan: Plan });
const Origins = z.object({ origins: z.array(StoredOrigin) });
const PersonRole = Role.nullable().catch(null);
const Hops = z.array(z.string()).catch([]).default([]);

/**
 * The same reading at the product and at a service: what does not stand in the envelope is absent, and a payload of
 * another version is not read.
 */
export function envelopeFacts({ variables, metadata }: Omit<AgentState, "nodeId">): Facts {
  const scopes = variables && !isVariablesRef(variables) ? variables : {};
  const agent = Agent.parse(scopes.AGENT ?? {});
  const server = Server.parse(scopes.SERVER ?? {});
  const orchestrator = Orchestrator.parse(scopes.ORCHESTRATOR ?? {});
  return {
    role: PersonRole.parse(metadata?.role),
    objective: agent.objective ?? orchestrator.objective,
    planStep: agent.plan_step_id ?? orchestrator.plan_step_id,
    plan: orchestrator.orchestrator_plan && planFacts(orchestrator.orchestrator_plan.steps),
    execution: executionFacts([agent.agent_execution, server.agent_execution]),
    hops: Hops.parse(metadata?.hops),
  };
}

/** Where the words of the calling agent come from; the least trusted where it does not say so. */
export function envelopeOrigins({ variables }: Pick<AgentState, "variables">): readonly Origin[] {
  const scopes = variables && !isVariablesRef(variables) ? variables : {};
  const { origins = [] } = Origins.safeParse(scopes.AGENT).data ?? {};
  return origins.length > 0 ? origins : [UNKNOWN];
}

function planFacts(steps: NonNullable<z.infer<typeof Plan>>["steps"]) {
  const agents = steps.flatMap(({ type, target_node_id: node }) =>
    type === "agent" && node !== undefined ? [node] : [],
  );
  const tools = steps.flatMap(({ target_tool: tool }) => (tool ? [nameOf(tool)] : []));
  return { steps: steps.length, agents: unique(agents), tools: unique(tools) };
}

function executionFacts(said: readonly z.infer<typeof Execution>[]) {
  if (said.every((one) => one === null)) return null;
  const runs = said.flatMap((one) => one?.runs ?? []);
  const calls = runs.filter(({ tool_invoked: tool }) => tool !== undefined);
  const named = (...statuses: string[]) =>
    unique(
      calls.flatMap(({ tool_invoked: tool = "", status }) =>
        statuses.includes(status) ? [nameOf(tool)] : [],
      ),
    );
  return {
    calls: calls.length,
    tools: unique(calls.map(({ tool_invoked: tool = "" }) => nameOf(tool))),
    failed: named("failed", "error"),
    denied: named("denied", "would_deny"),
  };
}

/** Without the version. */
function nameOf(tool: string): string {
  return tool.split("@", 1)[0] ?? tool;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}

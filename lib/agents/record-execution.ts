/** Records what ran: in the log, and in the state of the hops that ran it (docs/sources.md, "Agent Execution Reflection"). */
import "server-only";
import { isVariablesRef } from "../agent-state/agent-state.ts";
import type { Execution } from "../contracts/run/plan.ts";
import type { RunPorts } from "../contracts/run/run-work.ts";
import type { Hop } from "./record-hops.ts";

/** A record of `agent_execution`, version 1. */
export type ReflectedRun = {
  plan_step_id?: string;
  tool_invoked?: string;
  actual_args_sha256?: string;
  status: string;
  deviation_reason?: string;
  metadata: Record<string, string | number>;
};

type Step = {
  id?: unknown;
  type?: unknown;
  target_node_id?: unknown;
  expected_args_sha256?: unknown;
};

/** @param above the hops whose states say that they ran it */
export function recordExecution(
  { appendEvent }: Pick<RunPorts, "appendEvent">,
  execution: Execution,
  above: readonly Hop[],
): void {
  appendEvent({ type: "execution.recorded", hopRef: execution.hopRef, execution });
  for (const hop of above) reflectExecution(hop, execution);
}

/** Adds one execution to `agent_execution` and, where it departed from the plan, a line to `reflections`; else none. */
function reflectExecution(hop: Hop, execution: Execution): void {
  const before = reflectedRuns(hop);
  const { type, target, status, actualArgsSha256 } = execution;
  const stepId = execution.planStepId ?? stepAbove(hop);
  const isAgain = (run: ReflectedRun) =>
    run.tool_invoked === target && run.plan_step_id === (stepId ?? undefined);
  const retries = type === "tool" ? before.filter(isAgain).length : 0;
  const reason = deviationReason(hop, execution);
  const run: ReflectedRun = {
    ...(stepId === null ? {} : { plan_step_id: stepId }),
    ...(type === "tool" ? { tool_invoked: target } : {}),
    ...(actualArgsSha256 === null ? {} : { actual_args_sha256: actualArgsSha256 }),
    status,
    ...(reason === null ? {} : { deviation_reason: reason }),
    metadata: type === "tool" ? { retries } : { type, node_id: target, retries },
  };
  hop.enrich({
    agent_execution: { version: 1, runs: [...before, run] },
    reflections: [...reflections(hop), ...(reason === null ? [] : [`${target}: ${reason}`])],
  });
}

/** The runs that the hop's state holds, oldest first. */
export function reflectedRuns(hop: Hop): ReflectedRun[] {
  const { agent_execution: said } = ownVariables(hop);
  const { runs } = (said ?? {}) as { runs?: ReflectedRun[] };
  return Array.isArray(runs) ? runs : [];
}

function ownVariables({ scope, envelope: { variables } }: Hop): Record<string, unknown> {
  return variables && !isVariablesRef(variables) ? (variables[scope] ?? {}) : {};
}

function reflections(hop: Hop): string[] {
  const { reflections: said } = ownVariables(hop);
  return Array.isArray(said) ? said : [];
}

/** The step of the agent, where its plan does not list its calls. */
function stepAbove(hop: Hop): string | null {
  if (plannedSteps(hop).some((step) => isCallOf(hop, step))) return null;
  const { plan_step_id: id } = ownVariables(hop);
  return typeof id === "string" ? id : null;
}

function deviationReason(hop: Hop, execution: Execution): string | null {
  const { type, status, planStepId, actualArgsSha256 } = execution;
  if (status === "denied") return "denied_by_policy";
  if (status === "would_deny") return "against_policy";
  if (status === "failed" || status === "stopped") return status;
  if (type !== "tool") return null;
  const steps = plannedSteps(hop);
  if (planStepId === null) return steps.some((step) => isCallOf(hop, step)) ? "not_in_plan" : null;
  const expected = steps.find(({ id }) => id === planStepId)?.expected_args_sha256;
  return expected && expected !== actualArgsSha256 ? "unexpected_args" : null;
}

function isCallOf({ nodeId }: Hop, { type, target_node_id: node }: Step): boolean {
  return type === "tool" && node === nodeId;
}

function plannedSteps({ envelope: { variables } }: Hop): Step[] {
  if (!variables || isVariablesRef(variables)) return [];
  const plan = (variables.ORCHESTRATOR?.orchestrator_plan ?? {}) as { steps?: Step[] };
  return Array.isArray(plan.steps) ? plan.steps : [];
}

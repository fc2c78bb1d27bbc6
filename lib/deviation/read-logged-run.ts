/** Converts plan and execution from the run log to the input of the score. Agents' own reports are not used. */
import type { Execution, Plan } from "../contracts/run/plan.ts";
import type { AgentExecution, ExecutionRecord, OrchestratorPlan } from "./payload-schemas.ts";

/** `seq` orders the events of the log; any rising numbers will do. */
export type LoggedHop = {
  seq: number;
  hopRef: string;
  parentRef: string | null;
  kind: string;
  nodeId: string;
};
export type LoggedExecution = { seq: number; execution: Execution };

/**
 * Whether a call was left for the person's approval. The log codes it as `would_deny`, and so it codes a call that ran
 * under a policy that observes; but the hop of the first ends as denied.
 * @param denied hops that ended as denied
 */
export function isLeftForApproval(
  { status, hopRef }: Pick<Execution, "status" | "hopRef">,
  denied: ReadonlySet<string>,
): boolean {
  return status === "would_deny" && denied.has(hopRef);
}

/** The plan as the `orchestrator_plan` payload, version 1. */
export function toOrchestratorPlan({ steps }: Pick<Plan, "steps">): OrchestratorPlan {
  return {
    version: 1,
    steps: steps.map((step) => ({
      id: step.id,
      type: step.type,
      target_tool: step.type === "agent" ? undefined : step.target,
      target_node_id: step.agentId ?? undefined,
      expected_args_sha256: step.expectedArgsSha256 ?? undefined,
      ...(step.needs ? { metadata: { needs: step.needs } } : {}),
    })),
  };
}

/** The plan by which a run is scored; null for a run that nobody planned. */
export function toScoredPlan(plan: Plan | null): OrchestratorPlan | null {
  return plan && plan.source !== "unplanned" ? toOrchestratorPlan(plan) : null;
}

/**
 * Records in the order in which their hops began; `logged[i]` became `runs[i]`. An action has no hop, so its own
 * position counts.
 * @param denied hops that ended as denied, see `isLeftForApproval`
 */
export function toAgentExecution(
  executions: readonly LoggedExecution[],
  hops: readonly LoggedHop[],
  denied: ReadonlySet<string>,
): { payload: AgentExecution; logged: LoggedExecution[] } {
  const byRef = new Map<string, LoggedHop>();
  for (const hop of hops) if (!byRef.has(hop.hopRef)) byRef.set(hop.hopRef, hop);
  const startOf = ({ execution, seq }: LoggedExecution) =>
    execution.type === "action" ? seq : (byRef.get(execution.hopRef)?.seq ?? seq);
  const logged = executions.toSorted((one, other) => startOf(one) - startOf(other));
  const runs = logged.map(({ execution }) =>
    toRecord(execution, findCaller(execution, byRef), isLeftForApproval(execution, denied)),
  );
  return { payload: { version: 1, runs }, logged };
}

function toRecord(
  execution: Execution,
  caller: string | undefined,
  waits: boolean,
): ExecutionRecord {
  const nodeId = execution.type === "agent" ? execution.target : caller;
  return {
    plan_step_id: execution.planStepId ?? undefined,
    tool_invoked: execution.type === "agent" ? undefined : execution.target,
    actual_args_sha256: execution.actualArgsSha256 ?? undefined,
    status: execution.status,
    metadata: {
      type: execution.type,
      ...(nodeId === undefined ? {} : { node_id: nodeId }),
      writes: execution.writes,
      approved: execution.approved,
      ...(waits ? { waits } : {}),
    },
  };
}

/** The agent above a tool's hop. */
export function findCaller(
  { type, hopRef }: Pick<Execution, "type" | "hopRef">,
  byRef: ReadonlyMap<string, LoggedHop>,
): string | undefined {
  if (type !== "tool") return undefined;
  const met = new Set<string>();
  let hop = byRef.get(hopRef);
  while (hop && hop.kind !== "agent" && !met.has(hop.hopRef)) {
    met.add(hop.hopRef);
    hop = hop.parentRef === null ? undefined : byRef.get(hop.parentRef);
  }
  // A cycle of hops has no agent at its top.
  return hop?.kind === "agent" ? hop.nodeId : undefined;
}

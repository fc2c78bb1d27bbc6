import "server-only";
/** Plan against execution of one run, read from what was recorded: the agents' own word plays no part. */
import type { Execution, Plan } from "../../contracts/plan.ts";
import type {
  AgentExecution,
  ExecutionRecord,
  OrchestratorPlan,
} from "../../deviation/payload-schemas.ts";
import { scoreDeviation } from "../../deviation/score.ts";
import type { DeviationScore } from "../../deviation/score-result.ts";
import type { Recorded } from "../turn-scene.ts";

export function scoreRun(plan: Plan | null, recorded: readonly Recorded[]): DeviationScore {
  const ran = recorded.flatMap(({ body }, index) => {
    if (body.type !== "execution.recorded") return [];
    const { execution } = body;
    const record = toRecord(execution, ownerOf(execution, recorded));
    return [{ record, begun: beginOf(execution, recorded) ?? index }];
  });
  const runs = ran.toSorted((one, other) => one.begun - other.begun).map(({ record }) => record);
  const execution: AgentExecution = { version: 1, runs };
  return scoreDeviation(plan && toOrchestratorPlan(plan), execution, { ended: true });
}

/** The plan as the `orchestrator_plan` payload, version 1. */
export function toOrchestratorPlan({ steps }: Plan): OrchestratorPlan {
  return {
    version: 1,
    steps: steps.map((step) => ({
      id: step.id,
      type: step.type,
      target_tool: step.type === "agent" ? undefined : step.target,
      target_node_id: step.agentId ?? undefined,
      expected_args_sha256: step.expectedArgsSha256 ?? undefined,
    })),
  };
}

function toRecord(execution: Execution, agentId: string | undefined): ExecutionRecord {
  const nodeId = execution.type === "agent" ? execution.target : agentId;
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
    },
  };
}

/** The order of a run is the order in which things began; an action has no hop of its own. */
function beginOf({ type, hopRef }: Execution, recorded: readonly Recorded[]): number | null {
  if (type === "action") return null;
  const index = recorded.findIndex(
    ({ body }) => body.type === "hop.started" && body.hopRef === hopRef,
  );
  return index < 0 ? null : index;
}

/** The agent above a tool's hop. */
function ownerOf({ type, hopRef }: Execution, recorded: readonly Recorded[]): string | undefined {
  if (type !== "tool") return undefined;
  const parentOf = new Map<string, { nodeId: string; kind: string; parentRef: string | null }>();
  for (const { body } of recorded) if (body.type === "hop.started") parentOf.set(body.hopRef, body);
  let hop = parentOf.get(hopRef);
  while (hop && hop.kind !== "agent")
    hop = hop.parentRef === null ? undefined : parentOf.get(hop.parentRef);
  return hop?.nodeId;
}

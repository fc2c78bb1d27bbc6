/** `orchestrator_plan` and `agent_execution`, version 1: digests, ids and statuses, without raw arguments. */
import { z } from "zod";
import { JsonValue } from "../contracts/json/json-value.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.string().min(1).max(200);

export const StepType = z.enum(["tool", "agent", "action"]);
export type StepType = z.infer<typeof StepType>;

export const PlanStep = z.strictObject({
  id,
  type: StepType,
  /** `name` or `name@version`. */
  target_tool: id.optional(),
  /** The agent of an agent step, or the agent that is to call the tool of a tool step. */
  target_node_id: id.optional(),
  /** `computeArgsDigest` of the planned arguments. */
  expected_args_sha256: sha256.optional(),
  metadata: z.record(z.string(), JsonValue).optional(),
});
export type PlanStep = z.infer<typeof PlanStep>;

export const OrchestratorPlan = z.strictObject({
  version: z.literal(1),
  steps: z.array(PlanStep).check((context) => {
    if (new Set(context.value.map((step) => step.id)).size === context.value.length) return;
    context.issues.push({ code: "custom", message: "step ids repeat", input: context.value });
  }),
});
export type OrchestratorPlan = z.infer<typeof OrchestratorPlan>;

export const ExecutionStatus = z.enum(["ok", "failed", "error", "stopped", "denied", "would_deny"]);
export type ExecutionStatus = z.infer<typeof ExecutionStatus>;

/** What the score needs beyond the fields of the sources' record. */
const RecordMetadata = z
  .object({
    /** Absent: `tool` where a tool was invoked, else `agent` where a node is named, else `action`. */
    type: StepType.optional(),
    /** The node that ran, or the agent that called the tool. */
    node_id: id.optional(),
    /** The tool's policy label says that it writes. */
    writes: z.boolean().optional(),
    /** The person approved this call. */
    approved: z.boolean().optional(),
    /** The call waited for the person's approval and did not run. Its status is `would_deny`, as for an observed one. */
    waits: z.boolean().optional(),
  })
  .catchall(JsonValue);

export const ExecutionRecord = z.strictObject({
  plan_step_id: id.optional(),
  /** `name` or `name@version`. */
  tool_invoked: id.optional(),
  actual_args_sha256: sha256.optional(),
  status: ExecutionStatus,
  /** The agent's own explanation. */
  deviation_reason: z.string().max(200).optional(),
  metadata: RecordMetadata.optional(),
});
export type ExecutionRecord = z.infer<typeof ExecutionRecord>;

/** Records in the order of the run log. */
export const AgentExecution = z.strictObject({
  version: z.literal(1),
  runs: z.array(ExecutionRecord),
});
export type AgentExecution = z.infer<typeof AgentExecution>;

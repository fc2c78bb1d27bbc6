/** The coordinator's plan as recorded before its execution. */
import { z } from "zod";

export const PlanStep = z.strictObject({
  /** Unique within the plan. */
  id: z.string().min(1).max(40),
  type: z.enum(["agent", "tool", "action"]),
  /** An agent's id, `tool@version`, or an action's name. */
  target: z.string().min(1).max(120),
  /** The agent that a tool step belongs to; the step's own target for an agent step. */
  agentId: z.string().max(80).nullable(),
  /** The purpose of the step, in the coordinator's words. */
  objective: z.string().max(600),
  /** Digest of the planned arguments (RFC 8785, SHA-256), else null. */
  expectedArgsSha256: z.string().nullable(),
  /**
   * Ids of the steps whose results enter this step's prompt. Absent where the author did not say, and in plans of
   * earlier versions: then all earlier results do.
   */
  needs: z.array(z.string().max(40)).max(40).optional(),
});
export type PlanStep = z.infer<typeof PlanStep>;

export const Plan = z.strictObject({
  /** 0 for the first plan of a run; each revision adds 1. */
  revision: z.int().nonnegative(),
  /**
   * The author: the model, or a person's decision on an agent's question. `unplanned`: no plan could be made, one agent
   * goes on, and nothing is scored. `safe-choice`: the same in a revision, and in logs of earlier versions, scored.
   */
  source: z.enum(["model", "person", "safe-choice", "unplanned"]),
  reason: z.string().max(600),
  steps: z.array(PlanStep).min(1).max(40),
  /** Number of answers that the model needed. */
  attempts: z.int().nonnegative(),
  /** In a revision: the person's wishes that it gives up. */
  undone: z.array(z.string().max(300)).max(10).optional(),
});
export type Plan = z.infer<typeof Plan>;

/** One execution in the run log, linked to the plan by step id where possible. */
export const Execution = z.strictObject({
  planStepId: z.string().nullable(),
  type: z.enum(["agent", "tool", "action"]),
  target: z.string(),
  actualArgsSha256: z.string().nullable(),
  /** `stopped`: the person ended it. */
  status: z.enum(["ok", "failed", "stopped", "denied", "would_deny"]),
  hopRef: z.string(),
  writes: z.boolean(),
  approved: z.boolean(),
});
export type Execution = z.infer<typeof Execution>;

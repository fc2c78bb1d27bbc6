/** The coordinator's plan as it is recorded: what it said would happen, before anything did. */
import { z } from "zod";

export const PlanStep = z.strictObject({
  /** Unique within the plan. */
  id: z.string().min(1).max(40),
  type: z.enum(["agent", "tool", "action"]),
  /** An agent's id, `tool@version`, or an action's name. */
  target: z.string().min(1).max(120),
  /** The agent that a tool step belongs to; the step's own target for an agent step. */
  agentId: z.string().max(80).nullable(),
  /** What the step is for, in the coordinator's words. */
  objective: z.string().max(600),
  /** Digest of the arguments that the plan names (RFC 8785, SHA-256), else null. */
  expectedArgsSha256: z.string().nullable(),
});
export type PlanStep = z.infer<typeof PlanStep>;

export const Plan = z.strictObject({
  /** 0 for the first plan of a run; each changed mind adds one. */
  revision: z.int().nonnegative(),
  /** Who made it: the model, a person's decision on what an agent asked, or the safe choice after two misfits. */
  source: z.enum(["model", "person", "safe-choice"]),
  reason: z.string().max(600),
  steps: z.array(PlanStep).min(1).max(40),
  /** How many answers of the model it took. */
  attempts: z.int().nonnegative(),
  /** In a revision: what the person asked for and will not get. */
  undone: z.array(z.string().max(300)).max(10).optional(),
});
export type Plan = z.infer<typeof Plan>;

/** One thing that ran, as the run log knows it; linked to the plan by step id where it can be. */
export const Execution = z.strictObject({
  planStepId: z.string().nullable(),
  type: z.enum(["agent", "tool", "action"]),
  target: z.string(),
  actualArgsSha256: z.string().nullable(),
  status: z.enum(["ok", "failed", "denied", "would_deny"]),
  hopRef: z.string(),
  writes: z.boolean(),
  approved: z.boolean(),
});
export type Execution = z.infer<typeof Execution>;

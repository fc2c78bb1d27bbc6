/** The rest of a plan that waits for a person's decision, as stored beside the question. */
import { z } from "zod";
import { PlanStep } from "./plan.ts";

const Name = z.string().min(1).max(120);

/** The outcome of one agent's step, for a new plan. */
export const StepOutcome = z.strictObject({
  id: z.string().min(1).max(40),
  agent: Name,
  objective: z.string().max(600),
  status: z.enum(["done", "failed", "denied", "handed-over", "not-begun"]),
  /** A code or a few words; never a text of a person or a tool. */
  reason: z.string().optional(),
});
export type StepOutcome = z.infer<typeof StepOutcome>;

/** The result of a step, in its agent's words. */
export const StepResult = z.strictObject({
  stepId: z.string(),
  agentId: Name,
  text: z.string(),
  /** Where its words come from, see `Origin`. Absent: stored before origins were kept. */
  origin: z.optional(z.string()),
});
export type StepResult = z.infer<typeof StepResult>;

export const SuspendedPlan = z.strictObject({
  version: z.literal(1),
  /** The run that asked. */
  fromRunId: z.guid(),
  /** The step that asked and its open tool steps; then the later agent steps with theirs. */
  steps: z.array(PlanStep).min(1).max(40),
  stepOutcomes: z.array(StepOutcome),
  /** Where the words of its steps come from, see `Origin`. Absent: stored before it was kept. */
  origin: z.optional(z.string()),
  /** Results of the finished steps. The person has read them above the question. */
  results: z.array(StepResult),
  /** Attachments of the message that was planned for. */
  files: z.array(z.strictObject({ id: z.guid(), name: z.string() })),
});
export type SuspendedPlan = z.infer<typeof SuspendedPlan>;

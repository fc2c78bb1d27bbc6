/** The rest of a plan that waits for a person's word, as the database keeps it beside the question. */
import { z } from "zod";
import { PlanStep } from "./plan.ts";

const Name = z.string().min(1).max(120);

/** What became of one agent's step, for whoever plans again. */
export const StepOutcome = z.strictObject({
  id: z.string().min(1).max(40),
  agent: Name,
  objective: z.string().max(600),
  status: z.enum(["done", "failed", "denied", "handed-over", "not-begun"]),
  /** A code, or a few words: never what a person or a tool said. */
  reason: z.string().optional(),
});
export type StepOutcome = z.infer<typeof StepOutcome>;

/** What a step came to, in its agent's words. */
export const StepResult = z.strictObject({ stepId: z.string(), agentId: Name, text: z.string() });
export type StepResult = z.infer<typeof StepResult>;

export const SuspendedPlan = z.strictObject({
  version: z.literal(1),
  /** The run that asked. */
  fromRunId: z.guid(),
  /** The step that asked and what is open below it; then the agents' steps behind it, with theirs. */
  steps: z.array(PlanStep).min(1).max(40),
  stepOutcomes: z.array(StepOutcome),
  /** Of the steps that were done. The person has read them: they stand before the question. */
  results: z.array(StepResult),
  /** What came with the message that was planned for. */
  files: z.array(z.strictObject({ id: z.guid(), name: z.string() })),
});
export type SuspendedPlan = z.infer<typeof SuspendedPlan>;

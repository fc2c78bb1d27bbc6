import "server-only";
/** What the planning call must answer with: strict structured output, every field present. */
import { z } from "zod";

const ProposedTool = z.strictObject({
  tool: z.string().describe("Name of a tool of this step's agent."),
  arguments_json: z
    .string()
    .nullable()
    .describe("The exact arguments as JSON text where you already know them, else null."),
});

const ProposedStep = z.strictObject({
  agent: z.string().describe("Id of the agent that does this step."),
  objective: z.string().max(600).describe("What this step is to achieve, in one sentence."),
  tools: z
    .array(ProposedTool)
    .max(8)
    .describe("The tool calls this step will take, in order, where you can tell; else empty."),
});

export const PlanProposal = z.strictObject({
  reason: z.string().max(600).describe("Why these agents, in one sentence."),
  steps: z.array(ProposedStep).min(1).max(5),
});
export type PlanProposal = z.infer<typeof PlanProposal>;

/** The JSON schema that travels with the planning call. */
export const PLAN_PROPOSAL_SCHEMA = {
  name: "turn_plan",
  schema: z.toJSONSchema(PlanProposal) as Record<string, unknown>,
};

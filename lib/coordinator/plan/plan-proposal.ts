import "server-only";
/** What the planning call must answer with: strict structured output that can name only what there is. */
import { z } from "zod";
import type { Agent } from "../../agents/agent.ts";

const proposalOf = (agentIds: [string, ...string[]]) =>
  z.strictObject({
    reason: z.string().max(600).describe("Why these agents, in one sentence."),
    mentions: z
      .strictObject({
        person: z.string().max(100).nullable(),
        place: z.string().max(100).nullable(),
      })
      .describe("A person and a place that the message names, else null."),
    steps: z
      .array(
        z.strictObject({
          agent: z.enum(agentIds).describe("The agent that does this step."),
          objective: z.string().max(600).describe("What this step is to achieve, in one sentence."),
          tools: z
            .array(
              z.strictObject({
                tool: z.string().describe("Name of a tool of this step's agent."),
                arguments_json: z
                  .string()
                  .nullable()
                  .describe("The exact arguments as JSON text where you know them, else null."),
              }),
            )
            .max(8)
            .describe(
              "The tool calls that this step will take, in order, where you can tell; else empty.",
            ),
        }),
      )
      .min(1)
      .max(5),
  });

export type PlanProposal = z.infer<ReturnType<typeof proposalOf>>;

export type ProposalSchema = {
  zod: ReturnType<typeof proposalOf>;
  /** The JSON schema that travels with the planning call. */
  wire: { name: string; schema: Record<string, unknown> };
};

const made = new WeakMap<readonly Agent[], ProposalSchema>();

/** @returns the same schema for the same agents */
export function proposalSchema(agents: readonly Agent[]): ProposalSchema {
  const known = made.get(agents);
  if (known) return known;
  const [first = "general", ...others] = agents.map(({ id }) => id);
  const schema = proposalOf([first, ...others]);
  const { $schema: _, ...json } = z.toJSONSchema(schema);
  const proposal = { zod: schema, wire: { name: "turn_plan", schema: json } };
  made.set(agents, proposal);
  return proposal;
}

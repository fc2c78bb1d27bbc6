import "server-only";
/** The schema of the planning call's answer. It can name only existing agents and tools. */
import { z } from "zod";
import type { Agent } from "../../agents/agent.ts";
import { PLAN_STEPS_MAX } from "../limits.ts";

const stepOf = (agentIds: [string, ...string[]]) =>
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
  });

const proposalOf = (agentIds: [string, ...string[]]) =>
  z.strictObject({
    reason: z.string().max(600).describe("Why these agents, in one sentence."),
    mentions: z
      .strictObject({
        person: z.string().max(100).nullable(),
        place: z.string().max(100).nullable(),
      })
      .describe("A person and a place that the message names, else null."),
    steps: z.array(stepOf(agentIds)).min(1).max(PLAN_STEPS_MAX),
  });

const revisionOf = (agentIds: [string, ...string[]]) =>
  proposalOf(agentIds).extend({
    steps: z
      .array(stepOf(agentIds))
      .max(PLAN_STEPS_MAX)
      .describe("Only what is still to do, in order; empty where nothing can be done any more."),
    undone: z
      .array(z.string().max(300))
      .max(PLAN_STEPS_MAX)
      .describe("What the person asked for and will not get, in plain words; else empty."),
  });

export type PlanProposal = z.infer<ReturnType<typeof proposalOf>> & { undone?: string[] };

export type ProposalSchema = {
  zod: z.ZodType<PlanProposal>;
  /** The JSON schema that the planning call sends. */
  wire: { name: string; schema: Record<string, unknown> };
};

const made = new WeakMap<readonly Agent[], ProposalSchema>();

/** @returns the identical schema object for the same agents */
export function proposalSchema(agents: readonly Agent[]): ProposalSchema {
  const known = made.get(agents) ?? toSchema("turn_plan", proposalOf(idsOf(agents)));
  made.set(agents, known);
  return known;
}

/** The schema of a revision, built on demand because it is rarely needed. */
export function revisionSchema(agents: readonly Agent[]): ProposalSchema {
  return toSchema("turn_plan_revision", revisionOf(idsOf(agents)));
}

function idsOf(agents: readonly Agent[]): [string, ...string[]] {
  const [first, ...others] = agents.map(({ descriptor }) => descriptor.id);
  if (first === undefined) throw new Error("there is no agent to plan with");
  return [first, ...others];
}

function toSchema(name: string, zod: z.ZodType<PlanProposal>): ProposalSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(zod);
  return { zod, wire: { name, schema } };
}

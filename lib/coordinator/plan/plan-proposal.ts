/** The schema of the planning call's answer. It can name only existing agents and tools. */
import "server-only";
import { z } from "zod";
import type { Agent } from "../../agents/agent.ts";
import { settings } from "../../env/settings.ts";
import { OBJECTIVE_MAX_CHARS, PLAN_STEPS_MAX, PLAN_TOOLS_MAX } from "../limits.ts";

type AgentIds = [string, ...string[]];

const ProposedTool = z.strictObject({
  tool: z.string().describe("Name of a tool of this step's agent."),
  arguments_json: z
    .string()
    .nullable()
    .describe("The exact arguments as JSON text where you know them, else null."),
});

const stepOf = (agentIds: AgentIds) =>
  z.strictObject({
    agent: z.enum(agentIds).describe("The agent that does this step."),
    objective: z
      .string()
      .max(OBJECTIVE_MAX_CHARS)
      .describe("What this step is to achieve, in one sentence."),
    needs: z
      .array(z.string().max(40))
      .max(PLAN_STEPS_MAX)
      .describe(
        "Ids of the earlier steps whose results this step reads; empty where it reads none. Steps are s1, s2, … in this order; a plan made again goes on counting after the last id.",
      ),
    tools: z
      .array(ProposedTool)
      .max(PLAN_TOOLS_MAX)
      .describe(
        "The tool calls that this step will take, in order, where you can tell; else empty.",
      ),
  });

/** Asked for only where the deployment shares mentions between agents. */
const Mentions = z
  .strictObject({
    person: z.string().max(100).nullable(),
    place: z.string().max(100).nullable(),
  })
  .describe("A person and a place that the message names, else null.");

const reason = z.string().max(OBJECTIVE_MAX_CHARS).describe("Why these agents, in one sentence.");
const undone = z
  .array(z.string().max(300))
  .max(PLAN_STEPS_MAX)
  .describe("What the person asked for and will not get, in plain words; else empty.");
const STILL_TO_DO = "Only what is still to do, in order; empty where nothing can be done any more.";

type ProposedStep = Omit<z.infer<ReturnType<typeof stepOf>>, "needs"> & {
  /** Absent where the model did not say. */
  needs?: string[] | undefined;
};
export type PlanProposal = {
  reason: string;
  mentions?: z.infer<typeof Mentions> | undefined;
  steps: ProposedStep[];
  undone?: string[] | undefined;
};

export type ProposalSchema = {
  /** Reads an answer, also one that leaves out `needs` or has mentions nobody asked for. */
  zod: z.ZodType<PlanProposal>;
  /** The JSON schema that the planning call sends. */
  wire: { name: string; schema: Record<string, unknown> };
};

const made = new WeakMap<readonly Agent[], ProposalSchema>();

/** @returns the identical schema object for the same agents */
export function proposalSchema(agents: readonly Agent[]): ProposalSchema {
  const ids = idsOf(agents);
  const known = made.get(agents) ?? {
    wire: toWire("turn_plan", {
      reason,
      ...mentionsIfShared(),
      steps: z.array(stepOf(ids)).min(1).max(PLAN_STEPS_MAX),
    }),
    zod: z.strictObject({
      reason: reason.default(""),
      mentions: Mentions.optional(),
      steps: z.array(lenientStepOf(ids)).min(1).max(PLAN_STEPS_MAX),
    }),
  };
  made.set(agents, known);
  return known;
}

/** The schema of a revision, built on demand because it is rarely needed. */
export function revisionSchema(agents: readonly Agent[]): ProposalSchema {
  const ids = idsOf(agents);
  return {
    wire: toWire("turn_plan_revision", {
      reason,
      ...mentionsIfShared(),
      steps: z.array(stepOf(ids)).max(PLAN_STEPS_MAX).describe(STILL_TO_DO),
      undone,
    }),
    zod: z.strictObject({
      reason: reason.default(""),
      mentions: Mentions.optional(),
      steps: z.array(lenientStepOf(ids)).max(PLAN_STEPS_MAX),
      undone: undone.default([]),
    }),
  };
}

/** As it is asked for, but what can be filled in may be missing, and arguments may be an object instead of its text. */
const lenientStepOf = (ids: AgentIds) =>
  stepOf(ids)
    .partial({ needs: true })
    .extend({
      tools: z
        .array(
          ProposedTool.extend({
            arguments_json: z
              .union([
                z.string(),
                z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value)),
              ])
              .nullable()
              .default(null),
          }),
        )
        .max(PLAN_TOOLS_MAX)
        .default([]),
    });

function mentionsIfShared(): { mentions?: typeof Mentions } {
  return settings().SHARED_CONTEXT ? { mentions: Mentions } : {};
}

function idsOf(agents: readonly Agent[]): AgentIds {
  const [first, ...others] = agents.map(({ descriptor }) => descriptor.id);
  if (first === undefined) throw new Error("there is no agent to plan with");
  return [first, ...others];
}

function toWire(name: string, shape: z.ZodRawShape): ProposalSchema["wire"] {
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject(shape));
  return { name, schema };
}

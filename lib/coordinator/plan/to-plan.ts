import "server-only";
/** A proposal becomes a plan where it names what exists; digests stand in for arguments. */
import { computeArgsDigest } from "../../agent-state/codec.ts";
import type { Agent } from "../../agents/agent.ts";
import type { Plan, PlanStep } from "../../contracts/plan.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { type PlanProposal, proposalSchema } from "./plan-proposal.ts";

/** What a message names, for the shared context. */
export type Mentions = PlanProposal["mentions"];
export const NO_MENTIONS: Mentions = { person: null, place: null };

export type MadePlan = { plan: Plan; mentions: Mentions };
export type ToPlanResult = ({ ok: true } & MadePlan) | { ok: false; reason: string };

/**
 * @param text the planning call's answer
 * @returns the plan, or what to mend in words for the model
 */
export function toPlan(text: string, agents: readonly Agent[], attempts: number): ToPlanResult {
  const parsed = proposalSchema(agents).zod.safeParse(parseJson(text));
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return { ok: false, reason: issues.slice(0, 5).join("; ") || "not JSON" };
  }
  const steps: PlanStep[] = [];
  for (const [index, proposed] of parsed.data.steps.entries()) {
    const agent = agents.find(({ id }) => id === proposed.agent);
    if (!agent) return { ok: false, reason: `there is no agent "${proposed.agent}"` };
    const id = `s${index + 1}`;
    const { objective } = proposed;
    steps.push({
      id,
      type: "agent",
      target: agent.id,
      agentId: agent.id,
      objective,
      expectedArgsSha256: null,
    });
    const details = proposed.tools.map((call, at) => toToolStep(agent, call, `${id}.${at + 1}`));
    const unknown = details.find((detail) => typeof detail === "string");
    if (typeof unknown === "string") return { ok: false, reason: unknown };
    steps.push(...details.filter((detail) => typeof detail !== "string"));
  }
  if (parsed.data.steps.length > 1) steps.push(COMPOSE);
  const { reason, mentions } = parsed.data;
  const plan: Plan = { revision: 0, source: "model", reason, steps, attempts };
  return { ok: true, plan, mentions };
}

/** With several agents the coordinator itself writes the answer, out of their results. */
const COMPOSE: PlanStep = {
  id: "compose",
  type: "action",
  target: "compose",
  agentId: null,
  objective: "Answer the person out of the steps' results.",
  expectedArgsSha256: null,
};

type ProposedTool = PlanProposal["steps"][number]["tools"][number];

function toToolStep(agent: Agent, proposed: ProposedTool, id: string): PlanStep | string {
  const tool = agent.plannable().find(({ name }) => name === proposed.tool);
  if (!tool) return `agent "${agent.id}" has no tool "${proposed.tool}"`;
  const named = proposed.arguments_json === null ? undefined : parseJson(proposed.arguments_json);
  return {
    id,
    type: "tool",
    target: `${tool.name}@${tool.version}`,
    agentId: agent.id,
    objective: "",
    expectedArgsSha256: named === undefined ? null : computeArgsDigest(sanitise(named).value),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

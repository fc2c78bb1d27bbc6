/** Turns a proposal into a plan if all its names exist. Arguments become digests. */
import "server-only";
import type { z } from "zod";
import { computeArgsDigest } from "../../agent-state/codec.ts";
import type { Agent } from "../../agents/agent.ts";
import { describeIssue } from "../../contracts/describe-issue.ts";
import { parseExact } from "../../contracts/json/exact-numbers.ts";
import type { Plan, PlanStep } from "../../contracts/run/plan.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { findPlan } from "./find-plan.ts";
import type { PlanProposal, ProposalSchema } from "./plan-proposal.ts";
import { type Repair, repairProposal } from "./repair-proposal.ts";

/** The names that a message mentions, for the shared context. */
export type Mentions = NonNullable<PlanProposal["mentions"]>;
export const NO_MENTIONS: Mentions = { person: null, place: null };

export type PlannedTurn = { plan: Plan; mentions: Mentions };
/** `reason`: in our words. It goes back to the model as ours, so that nothing of its plan may stand in it. */
type Refused = { ok: false; reason: string };
type Proposed = {
  ok: true;
  proposal: PlanProposal;
  steps: PlanStep[];
  /** The paths of keys that the schema does not have. */
  dropped: string[];
  /** In what the answer differed from the schema. */
  repaired: Repair[];
};

type Reading = {
  schema: ProposalSchema;
  /** Whom the plan may name. */
  agents: readonly Agent[];
  /** Number of the first step. */
  first?: number | undefined;
  /** Ids of steps whose results there are already. */
  done?: readonly string[] | undefined;
};

/** @returns the proposal in an answer as a plan, or what the model must fix */
export function readProposal(
  text: string,
  { schema: { zod }, agents, first, done }: Reading,
): Proposed | Refused {
  const found = findPlan(text);
  // A plan is logged, kept while it waits, and read by agents.
  const { value } = sanitise(found.value);
  if (value === undefined) return { ok: false, reason: "not JSON" };
  const repaired = new Set(found.repaired);
  const exact = zod.safeParse(value);
  const asItIs = exact.success ? toSteps(exact.data, agents, first, done) : null;
  if (exact.success && asItIs?.ok)
    return { ...asItIs, proposal: exact.data, dropped: [], repaired: [...repaired] };
  const note = (repair: Repair) => void repaired.add(repair);
  const place = { first: first ?? 1, isCut: repaired.has("cut") };
  const mended = repairProposal(value, agents, note, place);
  const once = zod.safeParse(mended);
  const dropped = once.success ? [] : dropUnknownKeys(mended, once.error.issues);
  const read = dropped.length > 0 ? zod.safeParse(mended) : once;
  if (!read.success) {
    const issues = read.error.issues.map((issue) => describeIssue(issue, "plan"));
    return { ok: false, reason: issues.slice(0, 5).join("; ") };
  }
  const made = toSteps(read.data, agents, first, done);
  return made.ok ? { ...made, proposal: read.data, dropped, repaired: [...repaired] } : made;
}

/** Removes them from the value, which nobody else has. @returns their paths */
function dropUnknownKeys(value: unknown, issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [];
    const place = issue.path.reduce<unknown>(
      (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
      value,
    ) as Record<string, unknown>;
    return issue.keys.map((key) => {
      delete place[key];
      return [...issue.path, key].join(".");
    });
  });
}

/**
 * @param first number of the first step; a revision uses ids that the earlier plan did not have
 * @param done ids of steps whose results there are already
 * @returns each agent step, followed by its tool steps
 */
function toSteps(
  { steps: proposed }: PlanProposal,
  agents: readonly Agent[],
  first = 1,
  done: readonly string[] = [],
): { ok: true; steps: PlanStep[] } | Refused {
  const steps: PlanStep[] = [];
  const known = new Set(done);
  for (const [index, { agent: name, objective, needs, tools }] of proposed.entries()) {
    const id = `s${first + index}`;
    const agent = agents.find(({ descriptor }) => descriptor.id === name);
    if (!agent) {
      const there = agents.map(({ descriptor }) => descriptor.id).join(", ");
      return { ok: false, reason: `the agent of step ${id} is not one of ${there}` };
    }
    const agentId = agent.descriptor.id;
    const of = { type: "agent" as const, target: agentId, agentId };
    if (needs?.some((needed) => !known.has(needed)))
      return { ok: false, reason: `step ${id} needs what is no step before it` };
    known.add(id);
    steps.push({ id, ...of, objective, expectedArgsSha256: null, ...(needs ? { needs } : {}) });
    const details = tools.map((call, at) => toToolStep(agent, call, `${id}.${at + 1}`));
    const unknown = details.find((detail) => typeof detail === "string");
    if (typeof unknown === "string") return { ok: false, reason: unknown };
    steps.push(...details.filter((detail) => typeof detail !== "string"));
  }
  return { ok: true, steps };
}

/** The coordinator's own step, which composes one answer from several results. */
export const COMPOSE: PlanStep = {
  id: "compose",
  type: "action",
  target: "compose",
  agentId: null,
  objective: "Answer the person out of the steps' results.",
  expectedArgsSha256: null,
};

type ProposedTool = PlanProposal["steps"][number]["tools"][number];

function toToolStep(agent: Agent, proposed: ProposedTool, id: string): PlanStep | string {
  const { id: agentId } = agent.descriptor;
  const tool = agent.plannable.find(({ name }) => name === proposed.tool);
  if (!tool) return `step ${id} is a tool that the agent ${agentId} does not have`;
  const named = proposed.arguments_json === null ? undefined : readNamed(proposed.arguments_json);
  return {
    id,
    type: "tool",
    target: `${tool.name}@${tool.version}`,
    agentId,
    objective: "",
    expectedArgsSha256: named === undefined ? null : computeArgsDigest(sanitise(named).value),
  };
}

/** As the loop reads a call's arguments, so that equal ones have equal digests. Undefined where they are not JSON. */
function readNamed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

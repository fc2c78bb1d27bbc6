/** Turns a proposal into a plan if all its names exist. Arguments become digests. */
import "server-only";
import type { z } from "zod";
import { computeArgsDigest } from "../../agent-state/codec.ts";
import type { Agent } from "../../agents/agent.ts";
import { placeOf } from "../../contracts/describe-issue.ts";
import { isRecord, parseJson } from "../../contracts/read-json.ts";
import type { Plan, PlanStep } from "../../contracts/run/plan.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { PlanProposal, ProposalSchema } from "./plan-proposal.ts";

/** The names that a message mentions, for the shared context. */
export type Mentions = NonNullable<PlanProposal["mentions"]>;
export const NO_MENTIONS: Mentions = { person: null, place: null };

export type PlannedTurn = { plan: Plan; mentions: Mentions };
export type Refused = { ok: false; reason: string };
/** `dropped`: the paths of keys that the schema does not have. */
export type Proposed = { ok: true; proposal: PlanProposal; dropped: string[] };

/** @returns the proposal in an answer, or what the model must fix */
export function readProposal(text: string, { zod }: ProposalSchema): Proposed | Refused {
  // A plan is logged, kept while it waits, and read by agents.
  const { value } = sanitise(readJsonObject(text, ({ steps }) => Array.isArray(steps)));
  if (value === undefined) return { ok: false, reason: "not JSON" };
  const first = zod.safeParse(value);
  if (first.success) return { ok: true, proposal: first.data, dropped: [] };
  const dropped = dropUnknownKeys(value, first.error.issues);
  const second = dropped.length > 0 ? zod.safeParse(value) : first;
  if (second.success) return { ok: true, proposal: second.data, dropped };
  const issues = second.error.issues.map((issue) => `${placeOf(issue, "plan")}: ${issue.message}`);
  return { ok: false, reason: issues.slice(0, 5).join("; ") };
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
export function toSteps(
  { steps: proposed }: PlanProposal,
  agents: readonly Agent[],
  first = 1,
  done: readonly string[] = [],
): { ok: true; steps: PlanStep[] } | Refused {
  const steps: PlanStep[] = [];
  const known = new Set(done);
  for (const [index, { agent: name, objective, needs, tools }] of proposed.entries()) {
    const agent = agents.find(({ descriptor }) => descriptor.id === name);
    if (!agent) return { ok: false, reason: `there is no agent "${name}"` };
    const id = `s${first + index}`;
    const agentId = agent.descriptor.id;
    const of = { type: "agent" as const, target: agentId, agentId };
    const strange = needs?.find((needed) => !known.has(needed));
    if (strange !== undefined)
      return { ok: false, reason: `step ${id} needs "${strange}", which is no step before it` };
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
  if (!tool) return `agent "${agentId}" has no tool "${proposed.tool}"`;
  const named = proposed.arguments_json === null ? undefined : parseJson(proposed.arguments_json);
  return {
    id,
    type: "tool",
    target: `${tool.name}@${tool.version}`,
    agentId,
    objective: "",
    expectedArgsSha256: named === undefined ? null : computeArgsDigest(sanitise(named).value),
  };
}

// Finds the JSON object in an answer that should be one and has more around it. Pure.

/**
 * Accepts the object alone, in a fence, between prose, and inside one more object (`{"turn_plan": {…}}`).
 * @param isWanted tells the object itself from one around it
 * @returns undefined where there is none
 */
function readJsonObject(
  text: string,
  isWanted: (value: Record<string, unknown>) => boolean,
): unknown {
  const whole = parseJson(text.trim());
  if (whole !== undefined) return unwrap(whole, isWanted);
  const fenced = /```(?:json)?\s*\n?([\s\S]*?)```/i.exec(text)?.[1];
  const inFence = fenced === undefined ? undefined : parseJson(fenced.trim());
  if (inFence !== undefined) return unwrap(inFence, isWanted);
  for (const candidate of objectsIn(text)) {
    const found = unwrap(parseJson(candidate), isWanted);
    if (isRecord(found) && isWanted(found)) return found;
  }
  return undefined;
}

function unwrap(value: unknown, isWanted: (value: Record<string, unknown>) => boolean): unknown {
  if (!isRecord(value) || isWanted(value)) return value;
  const inner = Object.values(value).filter(isRecord).filter(isWanted);
  return inner.length === 1 ? inner[0] : value;
}

/** Every balanced `{…}` at the outermost level; braces in strings do not count. */
function objectsIn(text: string): string[] {
  const objects: string[] = [];
  let depth = 0;
  let start = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"' && depth > 0) isInString = true;
    else if (character === "{") {
      if (depth === 0) start = at;
      depth += 1;
    } else if (character === "}" && depth > 0) {
      depth -= 1;
      if (depth === 0) objects.push(text.slice(start, at + 1));
    }
  }
  return objects;
}

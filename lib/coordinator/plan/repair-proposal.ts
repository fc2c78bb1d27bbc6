/**
 * Brings a plan of a weak model into the form of the schema. Names are matched and forms changed; agents, objectives and needs are
 * never made up. Pure.
 */
import "server-only";
import type { Agent } from "../../agents/agent.ts";
import { isRecord, textOf } from "../../contracts/read-json.ts";
import { OBJECTIVE_MAX_CHARS, PLAN_TOOLS_MAX } from "../limits.ts";

/** What was repaired, for the log: words of ours, none of the model's. */
export type Repair =
  | "json"
  | "cut"
  | "tool-call"
  | "names-of-keys"
  | "one-step"
  | "steps-as-object"
  | "agent-name"
  | "needs"
  | "tools"
  | "length";

type Note = (repair: Repair) => void;

/** What models call the parts of a step. */
const STEP_KEYS: Readonly<Record<string, readonly string[]>> = {
  agent: ["agent_id", "agentid", "agent_name", "agentname", "target", "assignee"],
  objective: ["goal", "task", "description", "instruction", "instructions"],
  needs: ["depends_on", "dependencies", "requires"],
  tools: ["tool_calls", "tool", "calls"],
};
const PLAN_KEYS: Readonly<Record<string, readonly string[]>> = {
  steps: ["plan", "step", "tasks"],
  reason: ["reasoning", "rationale", "explanation"],
  undone: [],
  mentions: [],
};
const TOOL_KEYS: Readonly<Record<string, readonly string[]>> = {
  tool: ["name", "tool_name", "function"],
  arguments_json: ["arguments", "args", "parameters", "input"],
};

/** Whether a value may be a plan, before or after its repair. */
export function mayBePlan(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isStep);
  if (!isRecord(value)) return false;
  const { steps } = renamed(value, PLAN_KEYS, () => undefined);
  return Array.isArray(steps) || isRecord(steps) || isStep(value);
}

function isStep(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { agent, objective } = renamed(value, STEP_KEYS, () => undefined);
  return agent !== undefined && objective !== undefined;
}

/**
 * @param isCut whether the plan has no end: then a last step without an objective is left out
 * @returns the value as it is where nothing could be repaired
 */
export function repairProposal(
  value: unknown,
  agents: readonly Agent[],
  note: Note,
  { first, isCut }: { first: number; isCut: boolean },
): unknown {
  const plan = toPlan(value, note);
  if (!isRecord(plan)) return value;
  const steps = toList(plan.steps, note)
    .filter((step, index, all) => !(isCut && index === all.length - 1 && !isStep(step)))
    .map((step) => (isRecord(step) ? repairStep(step, agents, note) : step));
  const ids = stepIds(steps, first);
  for (const step of steps) if (isRecord(step) && "needs" in step) repairNeeds(step, ids, note);
  const { reason, undone, mentions, ...rest } = plan;
  return {
    ...rest,
    ...(reason === undefined || reason === null ? {} : { reason: cut(reason, note) }),
    ...(isRecord(mentions) ? { mentions } : {}),
    ...(undone === undefined
      ? {}
      : { undone: Array.isArray(undone) ? undone : [undone].filter((one) => textOf(one) !== "") }),
    steps,
  };
}

/** A plan, of a bare step or a bare list of steps as well. */
function toPlan(value: unknown, note: Note): unknown {
  if (Array.isArray(value)) {
    note("one-step");
    return { steps: value };
  }
  if (!isRecord(value)) return value;
  const plan = renamed(value, PLAN_KEYS, note);
  if (plan.steps !== undefined || !isStep(value)) return plan;
  note("one-step");
  const { reason, ...step } = plan;
  return { ...(reason === undefined ? {} : { reason }), steps: [step] };
}

function toList(steps: unknown, note: Note): unknown[] {
  if (Array.isArray(steps)) return steps;
  if (!isRecord(steps)) return [];
  note(isStep(steps) ? "one-step" : "steps-as-object");
  return isStep(steps) ? [steps] : Object.values(steps);
}

function repairStep(
  given: Record<string, unknown>,
  agents: readonly Agent[],
  note: Note,
): Record<string, unknown> {
  const step = renamed(given, STEP_KEYS, note);
  const agent = findAgent(step.agent, agents);
  if (agent && agent.descriptor.id !== step.agent) {
    note("agent-name");
    step.agent = agent.descriptor.id;
  }
  if (typeof step.objective === "string") step.objective = cut(step.objective, note);
  if (step.needs === null) delete step.needs;
  if (step.tools === null) delete step.tools;
  if (step.tools !== undefined) step.tools = repairTools(step.tools, agent, agents, note);
  return step;
}

/** By the id or the name, in whatever case, and with the word "agent". */
function findAgent(given: unknown, agents: readonly Agent[]): Agent | undefined {
  const name = textOf(given) || (isRecord(given) ? textOf(given.id) || textOf(given.name) : "");
  const wanted = plain(name);
  if (wanted === "") return undefined;
  return (
    agents.find(({ descriptor }) => descriptor.id === name) ??
    agents.find(({ descriptor: { id, name: title } }) =>
      [id, title].some((one) => plain(one) === wanted),
    )
  );
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/@.*$/, "")
    .replace(/[\s_-]+/g, " ")
    .replace(/\b(?:agents?|assistant)\b|\s/g, "");
}

/**
 * A call of a tool that nobody has is no reason to plan anew: agents choose their calls themselves. One of another agent's tool is:
 * perhaps the agent is the wrong one.
 */
function repairTools(
  given: unknown,
  agent: Agent | undefined,
  agents: readonly Agent[],
  note: Note,
): unknown {
  const list = Array.isArray(given) ? given : [given];
  if (list !== given) note("tools");
  const known = list.flatMap((one) => {
    const call =
      typeof one === "string" ? { tool: one } : isRecord(one) ? renamed(one, TOOL_KEYS, note) : {};
    const name = textOf(call.tool)
      .replace(/^.*[.:]/, "")
      .replace(/@.*$/, "");
    const findIn = (one: Agent | undefined) =>
      one?.plannable.find((each) => each.name.toLowerCase() === name.toLowerCase());
    const tool = findIn(agent) ?? agents.map(findIn).find((other) => other !== undefined);
    if (!tool || tool.name !== call.tool || call !== one) note("tools");
    return tool ? [{ ...call, tool: tool.name }] : [];
  });
  if (known.length > PLAN_TOOLS_MAX) note("tools");
  return known.slice(0, PLAN_TOOLS_MAX);
}

function stepIds(steps: readonly unknown[], first: number): { id: string; agent: unknown }[] {
  return steps.map((step, index) => ({
    id: `s${first + index}`,
    agent: isRecord(step) ? step.agent : null,
  }));
}

/** `1`, `"Step 1"` and an agent that stands once are ids of steps. */
function repairNeeds(
  step: Record<string, unknown>,
  ids: readonly { id: string; agent: unknown }[],
  note: Note,
): void {
  const given = Array.isArray(step.needs) ? step.needs : [step.needs];
  const needs = given.flatMap((one) => {
    const name = typeof one === "object" ? "" : String(one ?? "").trim();
    const number = /^(?:s|step|#)?[\s_-]*(\d+)$/i.exec(name)?.[1];
    const byAgent = ids.filter(({ agent }) => agent === name);
    const id = number ? `s${number}` : byAgent.length === 1 ? byAgent[0]?.id : name;
    return id ? [id] : [];
  });
  if (JSON.stringify(needs) !== JSON.stringify(step.needs)) note("needs");
  step.needs = [...new Set(needs)];
}

function cut(text: unknown, note: Note): unknown {
  if (typeof text !== "string" || text.length <= OBJECTIVE_MAX_CHARS) return text;
  note("length");
  return text.slice(0, OBJECTIVE_MAX_CHARS);
}

/** With the keys of the schema, where others stand for them. */
function renamed(
  value: Record<string, unknown>,
  keys: Readonly<Record<string, readonly string[]>>,
  note: Note,
): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    const lower = key.toLowerCase();
    const known = Object.keys(keys).find(
      (name) => name === lower || (!(name in value) && keys[name]?.includes(lower)),
    );
    if (known && known !== key) note("names-of-keys");
    named[known ?? key] = one;
  }
  return named;
}

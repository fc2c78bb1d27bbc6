/** What a planning request brings along: the agents there are, who is active, what is awaited, what is attached. */
import type { ChatRequest } from "../chat-request.ts";
import { isRecord, parseJson, textOf } from "../read-json.ts";
import { propertiesOf } from "../tools/fill-arguments.ts";

export type PlannedAgent = { id: string; purpose: string; tools: string[] };

export type PlanRequest = {
  agents: PlannedAgent[];
  activeAgent: string | null;
  awaiting: string | null;
  /** The person's words. */
  message: string;
  /** Names of files that came with them. */
  attached: string[];
  /** What became of the plan so far, in order, where it is to be made again; else null. */
  happened: HappenedStep[] | null;
};

export type HappenedStep = { agent: string; objective: string; status: string };

/** @returns null where the request wants no plan: its schema tells */
export function readPlanRequest({ responseSchema, messages }: ChatRequest): PlanRequest | null {
  const ids = agentIds(responseSchema?.schema ?? {});
  if (ids.length === 0) return null;
  const systems = messages.filter(({ role }) => role === "system");
  const text = systems.map(({ content }) => content).join("\n\n");
  const context = parseJson(/## Context state\s*\n(\{.*\})/.exec(text)?.[1] ?? "");
  const state = isRecord(context) ? context : {};
  // A request to mend a plan stands behind the plan: the person's words came before it.
  const said = messages.find(({ role }) => role === "user")?.content ?? "";
  const [message = "", files = ""] = said.split(/\n\nAttached: /);
  return {
    agents: fallbackFirst(ids, text).map((id) => describeAgent(id, text)),
    activeAgent: textOf(state.active_agent) || null,
    awaiting: textOf(state.awaiting) || null,
    message: message.trim(),
    attached: files === "" ? [] : files.split(", "),
    happened: readHappened(messages),
  };
}

/** A list of steps with what became of each, as JSON in a message behind the person's words. */
function readHappened(messages: ChatRequest["messages"]): HappenedStep[] | null {
  const found = messages.filter(({ role }) => role === "user").slice(1);
  for (const { content } of found) {
    const parsed = parseJson(content.split("\n").find((line) => line.startsWith("{")) ?? "");
    const steps = isRecord(parsed) && Array.isArray(parsed.steps) ? parsed.steps : [];
    const read = steps.filter(isRecord).map(({ agent, objective, status }) => ({
      agent: textOf(agent),
      objective: textOf(objective),
      status: textOf(status),
    }));
    if (read.length > 0 && read.every(({ status }) => status !== "")) return read;
  }
  return null;
}

/** A list of steps, each with an agent out of an enumeration, beside a reason and mentions. */
function agentIds(schema: Record<string, unknown>): string[] {
  const steps = within(schema, "steps");
  const items = isRecord(steps.items) ? steps.items : {};
  const agents = within(items, "agent").enum;
  const isPlan = propertiesOf(schema).some(([name]) => name === "mentions");
  return isPlan && Array.isArray(agents) ? agents.map(textOf).filter(Boolean) : [];
}

function within(schema: Record<string, unknown>, name: string): Record<string, unknown> {
  return propertiesOf(schema).find(([property]) => property === name)?.[1] ?? {};
}

/** `Where no agent fits better, choose "id".` */
function fallbackFirst(ids: readonly string[], text: string): string[] {
  const fallback = /no agent fits better, choose "([^"]+)"/.exec(text)?.[1];
  return [...ids].sort((one, other) => Number(other === fallback) - Number(one === fallback));
}

/** `- id: purpose Tools: one, two.` */
function describeAgent(id: string, text: string): PlannedAgent {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`- ${id}: `)) ?? "";
  const [purpose = "", tools = ""] = line.slice(id.length + 4).split(/\s*Tools:\s*/);
  const names = tools.replace(/\.\s*$/, "").split(/,\s*/);
  return { id, purpose, tools: names.filter((name) => /^[\w-]+$/.test(name) && name !== "none") };
}

/** Reads a planning request: the agents, the active one, what it awaits, the message and its files. */

import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import type { ChatRequest } from "../chat-request.ts";
import { propertiesOf } from "../find-tool.ts";
import { QUESTION_MAX_CHARS } from "../limits.ts";

export type PlannedAgent = {
  id: string;
  /** Its name and description. */
  purpose: string;
  tools: string[];
  /** Messages that it answers. */
  examples: string[];
};

export type PlanRequest = {
  /** In the order of the prompt; at least one. */
  agents: PlannedAgent[];
  /** Id of the agent for messages that fit no other one. */
  fallback: string;
  activeAgent: string | null;
  awaiting: string | null;
  /** The file that was attached last, where agents share such names. */
  lastFile: string | null;
  /** The person's message. */
  message: string;
  /** Names of the files attached to it. */
  attached: string[];
  /** The outcomes of the steps so far, in order, where the plan is to be revised; else null. */
  outcomes: StepOutcome[] | null;
};

export type StepOutcome = { id: string; agent: string; objective: string; status: string };

/** @returns null where the request's schema is not that of a plan */
export function readPlanRequest({ responseSchema, messages }: ChatRequest): PlanRequest | null {
  const ids = agentIds(responseSchema?.schema ?? {});
  const [first] = ids;
  if (first === undefined) return null;
  const textIn = (kind: "system" | "data") =>
    messages
      .filter(({ role }) => role === kind)
      .map(({ content }) => content)
      .join("\n\n");
  const [text, data] = [textIn("system"), textIn("data")];
  const context = parseJson(/## Context state\s*\n(\{.*\})/.exec(data)?.[1] ?? "");
  const state = isRecord(context) ? context : {};
  const fallback = /\bno agent fits better, choose "([^"]+)"/i.exec(text)?.[1] ?? first;
  // The request to revise a plan comes after the plan, so the first user message is the person's.
  const said = messages.find(({ role }) => role === "user")?.content ?? "";
  const files = parseJson(/^Attached to the message: (\[.*\])$/m.exec(data)?.[1] ?? "");
  return {
    agents: ids.map((id) => describeAgent(id, text)),
    fallback: ids.includes(fallback) ? fallback : first,
    activeAgent: textOf(state.active_agent) || null,
    awaiting: textOf(state.awaiting) || null,
    lastFile: (isRecord(state.shared_context) && textOf(state.shared_context.last_file)) || null,
    message: said.trim().slice(0, QUESTION_MAX_CHARS),
    attached: Array.isArray(files) ? files.map(textOf) : [],
    outcomes: readOutcomes(messages),
  };
}

/** The outcomes of the steps, as JSON in data. */
function readOutcomes(messages: ChatRequest["messages"]): StepOutcome[] | null {
  const found = messages.filter(({ role }) => role === "data");
  for (const { content } of found) {
    const parsed = parseJson(content.split("\n").find((line) => line.startsWith("{")) ?? "");
    const steps = isRecord(parsed) && Array.isArray(parsed.steps) ? parsed.steps : [];
    const read = steps.filter(isRecord).map(({ id, agent, objective, status }) => ({
      id: textOf(id),
      agent: textOf(agent),
      objective: textOf(objective),
      status: textOf(status),
    }));
    if (read.length > 0 && read.every(({ status }) => status !== "")) return read;
  }
  return null;
}

/** The ids in the schema of a plan: the enumeration of agents in its steps. */
function agentIds(schema: Record<string, unknown>): string[] {
  const steps = within(schema, "steps");
  const items = isRecord(steps.items) ? steps.items : {};
  const agents = within(items, "agent").enum;
  const isPlan = propertiesOf(schema).some(([name]) => name === "reason");
  return isPlan && Array.isArray(agents) ? agents.map(textOf).filter(Boolean) : [];
}

function within(schema: Record<string, unknown>, name: string): Record<string, unknown> {
  return propertiesOf(schema).find(([property]) => property === name)?.[1] ?? {};
}

/**
 * Reads `- id: Name. Description. Memory: policy. Tools: one, two.`, and below it, or on the same line,
 * `Examples: a | b | c`.
 */
function describeAgent(id: string, text: string): PlannedAgent {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.startsWith(`- ${id}: `));
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => !/^\s+\S/.test(line));
  const entry = at < 0 ? "" : [lines[at], ...below.slice(0, end < 0 ? undefined : end)].join("\n");
  const [head = "", examples = ""] = entry.slice(id.length + 4).split(/\s*Examples:\s*/);
  const [purpose = "", tools = ""] = head.split(/\s*Tools:\s*/);
  const names = tools.replace(/\.\s*$/, "").split(/,\s*/);
  return {
    id,
    purpose: purpose.replace(/\s*Memory: [\w-]+\.?$/, ""),
    tools: names.filter((name) => /^[\w-]+$/.test(name) && name !== "none"),
    examples: examples
      .split("|")
      .map((example) => example.trim())
      .filter(Boolean),
  };
}

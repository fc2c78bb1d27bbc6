/** Predicts the tool calls of a step, where they are certain. A wrong prediction would count as a deviation. */

import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import { isFollowUp } from "../calculations/follow-up.ts";
import { calculationOfCode } from "../calculations/recognise-calculation.ts";
import type { ToolDefinition } from "../chat-request.ts";
import type { PeopleRequest, Who } from "../people/people-request.ts";
import type { PeopleAct } from "../people/people-tools.ts";
import { readPeopleRequests } from "../people/read-people-requests.ts";
import type { Turn } from "../read-turn.ts";
import type { Reply } from "../skill.ts";
import { CHART } from "../skills/draw-chart.ts";
import { GENERAL_SKILLS } from "../skills/general-skills.ts";
import type { PlannedAgent, PlanRequest } from "./plan-request.ts";

export type PlannedTool = { tool: string; arguments_json: string | null };

const FIGURE = /\b(average|mean|median|sum|total|max\w*|largest|highest|min\w*|smallest|lowest)\b/i;

/** @param objective the message, or the part of it for one step */
export function planGeneralTools(
  agent: PlannedAgent,
  objective: string,
  { activeAgent, attached, lastFile }: PlanRequest,
): PlannedTool[] {
  const python = agent.tools.find((name) => /python/i.test(name));
  const unknown = (tool: string) => ({ tool, arguments_json: null });
  if (CHART.test(objective)) return [];
  if (isFollowUp(objective) && attached.length === 0) {
    return python && activeAgent === agent.id ? [unknown(python)] : [];
  }
  // Whether a column's figure needs Python depends on the content of the file.
  const isOfAFile = attached.length > 0 || (lastFile !== null && !/\d/.test(objective));
  if (isOfAFile && FIGURE.test(objective)) return [];
  const calls = foreseeCalls(objective, agent.tools, attached)?.reply.toolCalls ?? [];
  return calls.map(({ name, arguments: text }) => ({
    tool: name,
    arguments_json: isCalculation(text) ? text : null,
  }));
}

/** True for code that the demo model writes itself, and will write again in the step. */
function isCalculation(text: string): boolean {
  const parsed = parseJson(text);
  return isRecord(parsed) && calculationOfCode(textOf(parsed.code)) !== null;
}

export function planPeopleTools(
  agent: PlannedAgent,
  objective: string,
  { activeAgent }: PlanRequest,
): PlannedTool[] {
  const requests = readPeopleRequests(objective);
  // "The second one" refers to a list that was shown before, possibly before another agent's turn.
  const hasList = activeAgent === agent.id || (activeAgent !== null && /\bone\b/i.test(objective));
  const acts = requests.map((request) => actsOf(request, hasList));
  if (acts.some((act) => act === null)) return [];
  return acts.flat().flatMap((act) => {
    const tool = act && agent.tools.find((name) => TOOL_NAMES[act].test(name));
    return tool ? [{ tool, arguments_json: null }] : [];
  });
}

const TOOL_NAMES: Record<PeopleAct, RegExp> = {
  list: /^list/i,
  find: /^(find|search)/i,
  create: /^(create|add)/i,
  update: /^(update|change)/i,
  delete: /^(delete|remove)/i,
  count: /^count/i,
};

/** @returns null where the calls depend on the state of the agent */
function actsOf(request: PeopleRequest, hasList: boolean): PeopleAct[] | null {
  switch (request.kind) {
    case "list":
    case "more":
    case "total":
      return ["list"];
    case "find":
      return ["find"];
    case "count":
      return ["count"];
    case "add": {
      const { name, email, department, city } = request.person;
      return name && email && department && city ? ["create"] : null;
    }
    case "delete":
      return actsOn(request.who, "delete", hasList);
    case "change":
      return actsOn(request.who, "update", hasList);
  }
}

function actsOn(who: Who, act: PeopleAct, hasList: boolean): PeopleAct[] | null {
  if ("name" in who) return ["find", act];
  return hasList ? [act] : null;
}

type StandIn = [name: RegExp, argument: string, description: string];

/** By name, because the planning prompt has no schemas; the first match is used. */
const STAND_INS: StandIn[] = [
  [/python|interpreter/i, "code", "Runs Python code."],
  [/search.*(document|file)/i, "query", "Finds passages of attached files."],
  [/web.*search|search.*web/i, "query", "Searches the web."],
  [/fetch|page/i, "url", "Reads one page and returns its text."],
  [/file|extract/i, "attachment_id", "Extracts the text of an attached file."],
];

export type Foreseen = { skill: string; reply: Reply };

/**
 * The first calls of the skills for a message, if they had tools of these names.
 * @returns null where no general skill matches
 */
export function foreseeCalls(
  message: string,
  tools: readonly string[],
  attached: readonly string[] = [],
): Foreseen | null {
  const turn: Turn = {
    request: {
      model: "",
      messages: [{ role: "user", content: message }],
      tools: tools.flatMap(standIn),
      responseSchema: null,
      wantsObject: false,
      forcedTool: null,
      stream: false,
      includeUsage: false,
    },
    question: message,
    wholeQuestion: message,
    attachments: attached.map((name) => ({ id: name, name, text: "" })),
    earlierAttachments: [],
    stepResults: [],
    results: [],
    earlierResults: [],
  };
  for (const skill of GENERAL_SKILLS) {
    const reply = skill.match(turn);
    if (reply) return { skill: skill.name, reply };
  }
  return null;
}

/** A stand-in for a tool of which only the name is known. */
function standIn(name: string): ToolDefinition[] {
  if (name.startsWith("mcp_")) return [{ name, description: "", parameters: {} }];
  const found = STAND_INS.find(([pattern]) => pattern.test(name));
  if (!found) return [];
  const [, argument, description] = found;
  const parameters = {
    type: "object",
    properties: { [argument]: { type: "string" } },
    required: [argument],
  };
  return [{ name, description, parameters }];
}

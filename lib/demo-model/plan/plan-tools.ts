/** The tool calls that a step will take, where that can be told; a guess would be a deviation. */
import { isFollowUp } from "../calculations/follow-up.ts";
import { calculationOfCode } from "../calculations/recognise-calculation.ts";
import type { PeopleAct } from "../people/find-people-tools.ts";
import type { PeopleRequest, Who } from "../people/people-request.ts";
import { readPeopleRequests } from "../people/read-people-requests.ts";
import { isRecord, parseJson, textOf } from "../read-json.ts";
import { CHART } from "../skills/draw-chart.ts";
import { foreseeCalls } from "./foresee-calls.ts";
import type { PlannedAgent, PlanRequest } from "./plan-request.ts";

export type PlannedTool = { tool: string; arguments_json: string | null };

const FIGURE = /\b(average|mean|median|sum|total|max\w*|largest|highest|min\w*|smallest|lowest)\b/i;

/** @param objective the message, or a step's part of it */
export function planGeneralTools(
  agent: PlannedAgent,
  objective: string,
  { activeAgent, attached }: PlanRequest,
): PlannedTool[] {
  const python = agent.tools.find((name) => /python/i.test(name));
  const unknown = (tool: string) => ({ tool, arguments_json: null });
  if (CHART.test(objective)) return [];
  if (isFollowUp(objective) && attached.length === 0) {
    return python && activeAgent === agent.id ? [unknown(python)] : [];
  }
  // A column of a file goes on to Python, or not: that depends on the file.
  if (attached.length > 0 && FIGURE.test(objective)) return [];
  const calls = foreseeCalls(objective, agent.tools, attached)?.reply.toolCalls ?? [];
  return calls.map(({ name, arguments: text }) => ({
    tool: name,
    arguments_json: isCalculation(text) ? text : null,
  }));
}

/** The demo model wrote that code itself, and will write it again. */
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
  // "The second one" speaks of a list that was shown before, even where another agent spoke since.
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

/** @returns null where it depends on what only the directory's agent knows */
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

/** Plans the steps for a message: one, or several where different agents must do parts of it in order. */

import { OBJECTIVE_MAX_CHARS } from "../limits.ts";
import { readPeopleRequests, splitParts } from "../people/read-people-requests.ts";
import { CHART } from "../skills/draw-chart.ts";
import { readWebRequest } from "../skills/web-request.ts";
import type { PlannedAgent, PlanRequest } from "./plan-request.ts";
import { type PlannedTool, planGeneralTools, planPeopleTools } from "./plan-tools.ts";
import {
  type Cast,
  castAgents,
  isAboutPeople,
  isFullName,
  type Route,
  routeClearly,
  routeMessage,
} from "./route-message.ts";

export type PlannedStep = {
  agent: string;
  objective: string;
  /** Ids of the steps whose results it reads. */
  needs: string[];
  tools: PlannedTool[];
};
export type MessagePlan = { reason: string; mentions: Mentions; steps: PlannedStep[] };
type Mentions = { person: string | null; place: string | null };

export function planSteps(request: PlanRequest): MessagePlan {
  const cast = castAgents(request);
  const parts = splitForAgents(request, cast);
  const mentions = readMentions(request.message);
  if (parts.length > 1) {
    const steps = withNeeds(
      parts.map(({ agent, objective }) => toStep(agent, objective, request, cast)),
    );
    return {
      reason: "The message asks for things that different agents do, in order.",
      mentions,
      steps,
    };
  }
  const { agent, reason } = routeMessage(request, cast);
  const step = toStep(agent, request.message, request, cast);
  return {
    reason,
    mentions,
    steps: [{ ...step, objective: objectiveOf(agent, request.message, cast) }],
  };
}

type Part = { agent: PlannedAgent; objective: string };

/** Consecutive parts for one agent become one step. Fewer than two steps mean that one agent gets the message. */
function splitForAgents(request: PlanRequest, cast: Cast): Part[] {
  if (request.attached.length > 0 || request.activeAgent === cast.intake?.id) return [];
  const parts: Part[] = [];
  const add = (agent: PlannedAgent, objective: string) => {
    const last = parts.at(-1);
    if (last?.agent === agent) last.objective = `${last.objective} and ${objective}`;
    else parts.push({ agent, objective });
  };
  for (const text of splitParts(request.message)) {
    const chart = cast.people ? chartOfPeople(text) : null;
    if (chart && cast.people) {
      add(cast.people, chart.figures);
      add(cast.general, chart.chart);
      continue;
    }
    const route: Route | null = routeClearly(text, cast);
    if (!route || route.agent === cast.intake) return [];
    add(route.agent, plainOrder(text));
  }
  return parts.map(({ agent, objective }) => ({ agent, objective: sentence(objective) }));
}

/** "Chart how many joined each month": first the figures from the directory, then the chart. */
function chartOfPeople(text: string): { figures: string; chart: string } | null {
  if (!CHART.test(text)) return null;
  const what = plainOrder(text).replace(
    /^.*?\b(?:chart|plot|graph|draw|histogram|diagram)\b(?:\s+(?:a|the|of|chart|graph|showing))*\s*/i,
    "",
  );
  const counted = /\bhow many\b/i.test(what)
    ? what
    : `how many ${what.replace(/\b(?:by|per)\b/i, "there are by")}`;
  const figures = `count ${counted.replace(/\bhow many (joined|there)\b/i, "how many people $1")}`;
  const [request] = readPeopleRequests(figures);
  return request?.kind === "count" && isAboutPeople(figures)
    ? { figures, chart: `chart ${counted}` }
    : null;
}

export function toStep(
  agent: PlannedAgent,
  objective: string,
  request: PlanRequest,
  cast: Cast,
): PlannedStep {
  return { agent: agent.id, objective, needs: [], tools: toolsOf(agent, objective, request, cast) };
}

/**
 * A chart reads the figures of the step before it. Other steps read nothing.
 * @param first number of the first step
 * @param done ids of earlier steps with results
 */
export function withNeeds(
  steps: readonly PlannedStep[],
  first = 1,
  done: readonly string[] = [],
): PlannedStep[] {
  return steps.map((step, at) => {
    const before = at > 0 ? `s${first + at - 1}` : done.at(-1);
    return CHART.test(step.objective) && before ? { ...step, needs: [before] } : step;
  });
}

function toolsOf(
  agent: PlannedAgent,
  objective: string,
  request: PlanRequest,
  cast: Cast,
): PlannedTool[] {
  if (agent === cast.people) return planPeopleTools(agent, objective, request);
  // The calls of an intake depend on what it already knows.
  if (agent === cast.intake) return [];
  const draws = agent.tools.find((name) => /chart/i.test(name));
  const isChartStep = CHART.test(objective) && objective !== request.message;
  if (isChartStep) return draws ? [{ tool: draws, arguments_json: null }] : [];
  return planGeneralTools(agent, objective, request);
}

function objectiveOf(agent: PlannedAgent, message: string, cast: Cast): string {
  if (agent === cast.intake) return "Take in what the project needs, and ask for what is missing.";
  const isQuestion = /\?\s*$/.test(message);
  const words = sentence(plainOrder(message) || "Answer the person", isQuestion ? "?" : ".");
  return words.slice(0, OBJECTIVE_MAX_CHARS);
}

function plainOrder(text: string): string {
  return text
    .trim()
    .replace(
      /^\W*(?:(?:and|now|then|ok|okay|so|also|please|hi|hello|hey)\b\W*|(?:can|could|would|will) you\s+(?:please\s+)?)*/i,
      "",
    )
    .replace(/[\s.!?]+$/, "");
}

function sentence(text: string, end = "."): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${end}`;
}

/** Only certain mentions: a full name in a request to the directory, a place in a request for the web. */
function readMentions(message: string): Mentions {
  const names = readPeopleRequests(message).map((request) => {
    if (request.kind === "find") return request.words;
    if (request.kind === "add") return request.person.name ?? "";
    return "who" in request && "name" in request.who ? request.who.name : "";
  });
  const isLookedUp = readWebRequest(message)?.isExplicit === true;
  const place = /\b(?:in|at|for|near)\s+(\p{Lu}[\p{L}-]+(?:\s+\p{Lu}[\p{L}-]+)*)/u.exec(
    message,
  )?.[1];
  return {
    person: names.find(isFullName)?.slice(0, 100) ?? null,
    place: isLookedUp && place ? place.slice(0, 100) : null,
  };
}

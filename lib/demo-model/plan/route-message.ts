/** Which agent a message, or a part of it, is for. Agents are known by what their purpose says. */
import { wantsIntake } from "../intake/intake-words.ts";
import { PEOPLE, type PeopleRequest, type Who } from "../people/people-request.ts";
import { readPeopleRequests } from "../people/read-people-requests.ts";
import { CHART } from "../skills/draw-chart.ts";
import { foreseeCalls } from "./foresee-calls.ts";
import type { PlannedAgent, PlanRequest } from "./plan-request.ts";

export type Cast = {
  people: PlannedAgent | undefined;
  intake: PlannedAgent | undefined;
  general: PlannedAgent;
};

export type Route = { agent: PlannedAgent; reason: string };

/** @returns who does what; the agent for everything else is the one that none of the others is */
export function castAgents(agents: readonly PlannedAgent[]): Cast {
  const people = agents.find(({ purpose }) =>
    /\b(people|users|persons|directory)\b/i.test(purpose),
  );
  const intake = agents.find(
    (agent) => agent !== people && /\b(brief|intake)\b/i.test(agent.purpose),
  );
  const others = agents.filter((agent) => agent !== people && agent !== intake);
  const general = others[0] ?? agents[0];
  return { people, intake, general: general ?? { id: "", purpose: "", tools: [] } };
}

/** The agent for a whole message: the one that it clearly fits, else the one that is active, else the general one. */
export function routeMessage(request: PlanRequest, cast: Cast): Route {
  const { message, activeAgent, awaiting, attached } = request;
  const active = [cast.people, cast.intake, cast.general].find((one) => one?.id === activeAgent);
  const clear = attached.length > 0 ? null : routeClearly(message, cast);
  const { intake } = cast;
  const isGoingOn = intake && (active === intake || awaiting?.startsWith(`${intake.id}:`));
  if (intake && isGoingOn && !leavesIntake(message, clear, cast)) {
    return { agent: intake, reason: "The intake is going on, and this belongs to it." };
  }
  if (clear) return clear;
  if (attached.length > 0) return { agent: cast.general, reason: "A file came with the message." };
  if (active && active !== cast.intake && isShortFollowUp(message)) {
    return { agent: active, reason: "A short follow-up belongs to the agent that is active." };
  }
  return { agent: cast.general, reason: "No other agent fits better." };
}

/** @returns null where the words alone do not tell */
export function routeClearly(text: string, { people, intake, general }: Cast): Route | null {
  if (intake && wantsIntake(text)) {
    return { agent: intake, reason: "A project brief is wanted." };
  }
  const foreseen = foreseeCalls(text, general.tools);
  const skill = foreseen?.skill;
  // "The same for 20" is a calculation only for who made the one before.
  if (skill === "calculate" && foreseen?.reply.toolCalls.length === 0) return null;
  const isCode = skill === "write-code" || skill === "write-long-answer";
  if (people && !isCode && isAboutPeople(text)) {
    return { agent: people, reason: "It is about people in the directory." };
  }
  if (skill !== undefined && CLEAR.has(skill)) {
    return { agent: general, reason: REASONS[skill] ?? "It is a request of a general kind." };
  }
  return null;
}

const REASONS: Record<string, string> = {
  calculate: "Something is to be calculated.",
  "search-web": "Something is to be looked up.",
  "read-page": "A page is to be read.",
  "use-named-tool": "A tool of the general agent is asked for.",
};

/** Skills whose match says what a message is about. */
const CLEAR = new Set([
  "use-named-tool",
  "write-long-answer",
  "count-up",
  "write-code",
  "show-markdown",
  "search-documents",
  "search-web",
  "read-page",
  "calculate",
]);

/** A plain answer may speak of people, or count: only a request leaves an intake that is going on. */
function leavesIntake(message: string, clear: Route | null, { intake, general }: Cast): boolean {
  if (!clear || clear.agent === intake) return false;
  const isRequest =
    /\?\s*$/.test(message) ||
    /^\W*(?:(?:please|now|and|then|ok|okay|can you|could you)\W+)*(?:list|show|find|delete|remove|add|create|register|change|move|rename|count|calculate|compute|write|search|look up|draw|chart|plot|use|read|open|what|who|how|give)\b/i.test(
      message,
    );
  const skill = foreseeCalls(message, general.tools)?.skill;
  return isRequest || (clear.agent === general && skill === "calculate");
}

/** Said so that only the directory can be meant. */
export function isAboutPeople(text: string): boolean {
  const requests = readPeopleRequests(text);
  return requests.some((request) => isClear(request, text));
}

function isClear(request: PeopleRequest, text: string): boolean {
  const speaksOfPeople = PEOPLE.test(text);
  switch (request.kind) {
    case "list":
    case "more":
      return speaksOfPeople;
    case "total":
      return true;
    case "count":
      return speaksOfPeople || /\bjoin(?:ed|s)?\b/i.test(text);
    case "find":
      return speaksOfPeople || isFullName(request.words);
    case "add":
      return speaksOfPeople || request.person.email !== undefined;
    case "delete":
    case "change":
      return speaksOfPeople || isPerson(request.who);
  }
}

function isPerson(who: Who): boolean {
  return "place" in who ? who.place !== 0 : isFullName(who.name);
}

/** "Anna Berg": two words with capitals. */
export function isFullName(text: string): boolean {
  return /^\p{Lu}[\p{L}'’-]+(?:\s+(?:van|von|de|da|di|del|der|la|le))*\s+\p{Lu}[\p{L}'’-]+$/u.test(
    text,
  );
}

const FOLLOW_UP_MAX_CHARS = 80;
const FOLLOWS =
  /^\W*(?:and|now|then|also|so|again|more|next|same|the same|yes|no|ok|okay|please|what about|how about|for|with|without|only|the (?:first|second|third|last|next|other)|this|that|these|those|it|them|him|her|delete|remove|change|show|add|move|rename|find|list|sort|approve\w*|decline\w*|everything|all|in|from|by)\b/i;

function isShortFollowUp(text: string): boolean {
  if (text.length > FOLLOW_UP_MAX_CHARS || CHART.test(text)) return false;
  // "jane@example.org, Sales, Berlin" answers what was asked.
  return FOLLOWS.test(text) || /^[^?]*@[^?]*$/.test(text) || !/\s\w+\s/.test(text);
}

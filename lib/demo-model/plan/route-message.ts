/** Chooses the agent for a message, or for a part of it, from what the planning prompt says about the agents. */
import { wantsIntake } from "../intake/intake-words.ts";
import { FOLLOW_UP_MAX_CHARS } from "../limits.ts";
import { mayFollowRequest } from "../people/follow-request.ts";
import { PEOPLE, type PeopleRequest, type Who } from "../people/people-request.ts";
import { readPeopleRequests } from "../people/read-people-requests.ts";
import { CHART } from "../skills/draw-chart.ts";
import type { PlannedAgent, PlanRequest } from "./plan-request.ts";
import { foreseeCalls } from "./plan-tools.ts";

/** The agents by the capabilities that the demo model has skills for. */
export type Cast = {
  /** Works with a directory of people. */
  people: PlannedAgent | undefined;
  /** Takes in the needs of a project. */
  intake: PlannedAgent | undefined;
  /** The fallback. */
  general: PlannedAgent;
  /** All other agents, which are recognised by words alone. */
  others: { agent: PlannedAgent; words: ReadonlyMap<string, number> }[];
};

export type Route = { agent: PlannedAgent; reason: string };

const PEOPLE_TOOL = /(?:^|_)(?:people|person|persons|users?)(?:_|$)/i;
const PEOPLE_PURPOSE = /\b(?:people|users|persons|directory)\b/i;
const INTAKE_TOOL = /(?:^|_)brief(?:_|$)/i;
const INTAKE_PURPOSE = /\b(?:brief|intake)\b/i;

export function castAgents({ agents, fallback }: Pick<PlanRequest, "agents" | "fallback">): Cast {
  // The fallback comes last: it may be any agent where the general one is not among the choices.
  const ordered = agents.toSorted(
    (one, other) => +(one.id === fallback) - +(other.id === fallback),
  );
  const people = findCapable(ordered, PEOPLE_TOOL, PEOPLE_PURPOSE);
  const rest = ordered.filter((agent) => agent !== people);
  const intake = findCapable(rest, INTAKE_TOOL, INTAKE_PURPOSE);
  const general = agents.find(({ id }) => id === fallback) ?? agents[0] ?? people ?? intake;
  if (!general) throw new Error("a plan needs an agent");
  const others = rest
    .filter((agent) => agent !== intake && agent !== general)
    .map((agent) => ({ agent, words: distinctiveWords(agent, agents) }));
  return { people, intake, general, others };
}

/** Tools say more than a description, which may mention people or a brief in passing. */
function findCapable(agents: readonly PlannedAgent[], tool: RegExp, purpose: RegExp) {
  return (
    agents.find(({ tools }) => tools.some((name) => tool.test(name) && !name.startsWith("mcp_"))) ??
    agents.find((agent) => purpose.test(agent.purpose))
  );
}

/**
 * The words of an agent that no other agent's description or examples contain. A word counts once for the description
 * and once for the examples.
 */
function distinctiveWords(
  agent: PlannedAgent,
  agents: readonly PlannedAgent[],
): ReadonlyMap<string, number> {
  const shared = new Set(
    agents
      .filter((other) => other !== agent)
      .flatMap(({ purpose, examples }) => contentWords([purpose, ...examples].join(" "))),
  );
  const counts = new Map<string, number>();
  for (const text of [agent.purpose, agent.examples.join(" ")]) {
    for (const word of new Set(contentWords(text))) {
      if (!shared.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

const STOP_WORDS = new Set(
  "a about all an and any are as at be but by can could do does each every few find for from get give has have help how i if in into is it its let list make many me most my need new no not of on one or our please say should show some tell than that the their them then there these they this those to two up us use want was we what when where which who why will with would write you your".split(
    " ",
  ),
);

/** Lower-case words without common ones and without endings, so that "translates" matches "translate". */
function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length > 2 && !STOP_WORDS.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ing|ies|es|ed|s|e|y)$/, "") : word));
}

/** One distinctive word that the description and an example share, or two of either. */
const SCORE_MIN = 2;
/** With one distinctive word, the message must resemble an example this much (Dice coefficient over all words). */
const LIKENESS_MIN = 0.6;

function routeByWords(text: string, { others }: Cast): Route | null {
  const asked = [...new Set(contentWords(text))];
  const scored = others.map(({ agent, words }) => ({
    agent,
    score: asked.reduce((sum, word) => sum + (words.get(word) ?? 0), 0),
  }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  const isLikeExample = best?.agent.examples.some(
    (example) => likeness(text, example) >= LIKENESS_MIN,
  );
  if (!best || best.score === 0 || (best.score < SCORE_MIN && !isLikeExample)) return null;
  return { agent: best.agent, reason: "The message fits the description of this agent." };
}

function likeness(one: string, other: string): number {
  const [words, others] = [one, other].map(
    (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
  );
  if (!words || !others || words.size + others.size === 0) return 0;
  return (2 * words.intersection(others).size) / (words.size + others.size);
}

/** The agent for a whole message: the one that it clearly fits, else the active one, else the fallback. */
export function routeMessage(request: PlanRequest, cast: Cast): Route {
  const { message, agents, activeAgent, awaiting, attached } = request;
  const active = agents.find(({ id }) => id === activeAgent);
  const clear = attached.length > 0 ? null : routeClearly(message, cast);
  const { intake } = cast;
  const isOpen = intake && (active === intake || awaiting?.startsWith(`${intake.id}:`));
  if (intake && isOpen && !leavesIntake(message, clear, cast)) {
    return { agent: intake, reason: "The intake is going on, and this belongs to it." };
  }
  if (clear) return clear;
  if (attached.length > 0) return { agent: cast.general, reason: "A file came with the message." };
  const isFollowUp = isShortFollowUp(message) || (active === cast.people && isShortChange(message));
  if (active && active !== cast.intake && isFollowUp) {
    return { agent: active, reason: "A short follow-up belongs to the agent that is active." };
  }
  return { agent: cast.general, reason: "No other agent fits better." };
}

/** "Actually make it Paris" */
function isShortChange(text: string): boolean {
  return text.length <= FOLLOW_UP_MAX_CHARS && mayFollowRequest(text);
}

/** @returns null where the text alone does not decide */
export function routeClearly(text: string, cast: Cast): Route | null {
  const { people, intake, general } = cast;
  if (intake && wantsIntake(text)) {
    return { agent: intake, reason: "A project brief is wanted." };
  }
  const byWords = routeByWords(text, cast);
  if (byWords) return byWords;
  const foreseen = foreseeCalls(text, general.tools);
  const skill = foreseen?.skill;
  // "The same for 20" is a calculation only for the agent that made the earlier one.
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
  "run-code": "Code is to be run.",
  "use-named-tool": "A tool of the general agent is asked for.",
};

/** Skills whose match decides what a message is about. */
const CLEAR = new Set([
  "run-code",
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

/** An answer to the intake may mention people or numbers, so only a request leaves it. */
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

/** True for a request that only the directory can answer. */
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

const FOLLOWS =
  /^\W*(?:and|now|then|also|so|again|more|next|same|the same|yes|no|ok|okay|please|what about|how about|for|with|without|only|the (?:first|second|third|last|next|other)|this|that|these|those|it|them|him|her|delete|remove|change|show|add|move|rename|find|list|sort|approve\w*|decline\w*|everything|all|in|from|by)\b/i;

function isShortFollowUp(text: string): boolean {
  if (text.length > FOLLOW_UP_MAX_CHARS || CHART.test(text)) return false;
  // "jane@example.org, Sales, Berlin" answers what was asked.
  return FOLLOWS.test(text) || /^[^?]*@[^?]*$/.test(text) || !/\s\w+\s/.test(text);
}

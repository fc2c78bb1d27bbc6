/** Works with a directory of people: lists, finds, counts, adds, changes and deletes them with the given tools. */
import { QUESTION_MAX_CHARS } from "../limits.ts";
import type { Turn } from "../read-turn.ts";
import { BRISK, call, type Reply, type Skill, say } from "../skill.ts";
import { followRequest, withEarlierPerson } from "./follow-request.ts";
import { type NewPerson, type PeopleRequest, readNewPerson } from "./people-request.ts";
import { readPeopleResult, showChange } from "./people-result.ts";
import { findPeopleTools, type PeopleAct, type PeopleTools } from "./people-tools.ts";
import { readPeopleRequests } from "./read-people-requests.ts";
import { MISSING_LEAD, stepTowards } from "./step-towards.ts";

const CHANGES: readonly PeopleAct[] = ["create", "update", "delete"];

export const lookAfterPeople: Skill = {
  name: "look-after-people",
  match(turn) {
    const tools = findPeopleTools(turn.request.tools);
    if (!tools) return null;
    const changed = showChanges(turn, tools);
    if (changed) return say(changed);
    const requests = readRequests(turn);
    return requests.length > 0 ? answer(turn, tools, requests) : null;
  },
};

/** The answer of an agent with a directory where no other skill matches. */
export const offerPeopleHelp: Skill = {
  name: "offer-people-help",
  match(turn) {
    if (!findPeopleTools(turn.request.tools)) return null;
    return say(
      "I look after the directory of people. You can ask me to **list**, **find**, **count**, **add**, **change** or **delete** them: “List the users”, “Find Berlin”, “How many joined each month?”, “Delete the second one”.",
    );
  },
};

/** A change that was made or refused in this turn ends the turn. */
function showChanges({ results }: Turn, tools: PeopleTools): string | null {
  const names = CHANGES.map((act) => tools[act]?.name);
  const changes = results.filter(({ call: made }) => names.includes(made.name));
  if (changes.length === 0) return null;
  return changes
    .map(({ call: made, content }) => showChange(made, readPeopleResult(content)))
    .join("\n\n");
}

function answer(turn: Turn, tools: PeopleTools, requests: readonly PeopleRequest[]): Reply {
  const steps = requests.map((request) => stepTowards(turn, tools, request));
  const calls = steps.flatMap((step) => ("call" in step ? [step.call] : []));
  // One call at a time, in the order of the requests; changes come last.
  const changes = CHANGES.map((act) => tools[act]?.name);
  const [read] = calls.filter(({ name }) => !changes.includes(name));
  if (read) return call(read);
  const [change] = calls;
  const texts = steps.flatMap((step) => ("text" in step ? [step.text] : []));
  if (change) return { ...call(change), text: texts.join("\n\n") };
  const text = texts.join("\n\n");
  return say(text, text.includes("| --- |") ? BRISK : 1);
}

/** Details of a new person may come in a second message, after the demo model asked for them. */
function readRequests({ question, request, earlierResults }: Turn): PeopleRequest[] {
  const requests = readPeopleRequests(question);
  const said = request.messages.filter(({ role }) => role === "user").slice(0, -1);
  const earlier = said.map(({ content }) => content.slice(0, QUESTION_MAX_CHARS));
  const known = earlierResults.map(({ content }) => readPeopleResult(content));
  if (requests.length > 0) return withEarlierPerson(requests, earlier, known);
  const followed = followRequest(question, earlier, known);
  if (followed) return [followed];
  const last = request.messages.findLast(({ role }) => role === "assistant");
  if (!last?.content.startsWith(MISSING_LEAD)) return [];
  const asked = request.messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => content);
  const first = asked.findLastIndex((text) => readPeopleRequests(text).length > 0);
  const person: NewPerson = {};
  for (const text of asked.slice(Math.max(first, 0))) Object.assign(person, readNewPerson(text));
  return [{ kind: "add", person }];
}

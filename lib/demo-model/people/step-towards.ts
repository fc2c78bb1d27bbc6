/** The next step of one request: a call that is still needed, or the final text. */
import type { ToolDefinition } from "../chat-request.ts";
import { PEOPLE_LISTED_DEFAULT, PEOPLE_LISTED_MAX, TOOL_ATTEMPTS_MAX } from "../limits.ts";
import type { ToolResult, Turn } from "../read-turn.ts";
import type { ReplyToolCall } from "../skill.ts";
import type { NewPerson, PeopleRequest, Who } from "./people-request.ts";
import {
  type PeopleResult,
  type Person,
  readPeopleResult,
  showCounts,
  showPeople,
} from "./people-result.ts";
import {
  countCall,
  createCall,
  deleteCall,
  findCall,
  listCall,
  type PeopleTools,
  updateCall,
} from "./people-tools.ts";

export type PeopleStep = { call: ReplyToolCall } | { text: string };

const NOT_HERE = { text: "That is not available to me here." };
const DID_NOT_WORK = { text: "I tried to look that up in the directory, and it did not work." };

/** The start of the question for a new person's details. */
export const MISSING_LEAD = "To add somebody, I still need";

export function stepTowards(turn: Turn, tools: PeopleTools, request: PeopleRequest): PeopleStep {
  switch (request.kind) {
    case "list": {
      const limit = Math.min(
        Math.max(request.limit ?? PEOPLE_LISTED_DEFAULT, 1),
        PEOPLE_LISTED_MAX,
      );
      return show(turn, tools.list, (tool) => listCall(tool, { limit, sort: request.sort }), null);
    }
    case "more": {
      const last = lastShown(turn);
      const offset = last ? last.offset + last.people.length : 0;
      const limit = Math.max(last?.people.length ?? PEOPLE_LISTED_DEFAULT, 1);
      return show(turn, tools.list, (tool) => listCall(tool, { limit, offset }), null);
    }
    case "total":
      return askOnce(
        turn,
        tools.list,
        (tool) => listCall(tool, { limit: 1 }),
        (result) =>
          result.kind === "people"
            ? `There are **${result.total}** people in the directory.`
            : DID_NOT_WORK.text,
      );
    case "find":
      return show(turn, tools.find, (tool) => findCall(tool, request.words), request.words);
    case "count":
      return askOnce(
        turn,
        tools.count,
        (tool) => countCall(tool, request.by),
        (result) => (result.kind === "counts" ? showCounts(result) : DID_NOT_WORK.text),
      );
    case "add":
      return add(tools.create, request.person);
    case "delete":
      return onPerson(
        turn,
        tools,
        request.who,
        ({ id }) => tools.delete && deleteCall(tools.delete, id),
      );
    case "change": {
      const { field, to } = request;
      const change = ({ id }: Person) => tools.update && updateCall(tools.update, id, field, to);
      return onPerson(turn, tools, request.who, change);
    }
  }
}

function show(
  turn: Turn,
  tool: ToolDefinition | undefined,
  make: (tool: ToolDefinition) => ReplyToolCall,
  words: string | null,
): PeopleStep {
  return askOnce(turn, tool, make, (result) =>
    result.kind === "people" ? showPeople(result, words) : DID_NOT_WORK.text,
  );
}

/** Calls the tool unless there is a result, and retries a failure once. */
function askOnce(
  turn: Turn,
  tool: ToolDefinition | undefined,
  make: (tool: ToolDefinition) => ReplyToolCall,
  tell: (result: PeopleResult) => string,
): PeopleStep {
  if (!tool) return NOT_HERE;
  const wanted = make(tool);
  const { result, attempts } = lookUp(turn.results, wanted);
  if (result) return { text: tell(result) };
  return attempts < TOOL_ATTEMPTS_MAX ? { call: wanted } : DID_NOT_WORK;
}

function lookUp(results: readonly ToolResult[], wanted: ReplyToolCall) {
  const made = results.filter(
    ({ call }) => call.name === wanted.name && call.arguments === wanted.arguments,
  );
  const read = made.map(({ content }) => readPeopleResult(content));
  const result = read.find(({ kind }) => kind === "people" || kind === "counts");
  return { result, attempts: made.length };
}

function add(tool: ToolDefinition | undefined, person: NewPerson): PeopleStep {
  if (!tool) return NOT_HERE;
  const missing = (["name", "email", "department", "city"] as const).filter(
    (field) => person[field] === undefined,
  );
  if (missing.length === 0) return { call: createCall(tool, person) };
  const words = missing.map((field) => (field === "email" ? "e-mail address" : field));
  return { text: `${MISSING_LEAD} the ${words.join(", the ").replace(/, ([^,]*)$/, " and $1")}.` };
}

/** Finds the person first, then makes the call. */
function onPerson(
  turn: Turn,
  tools: PeopleTools,
  who: Who,
  act: (person: Person) => ReplyToolCall | undefined,
): PeopleStep {
  if ("place" in who) {
    const shown = lastShown(turn);
    const limit = Math.max(who.place, PEOPLE_LISTED_DEFAULT);
    const list = tools.list && listCall(tools.list, { limit });
    if (!shown && list && lookUp(turn.results, list).attempts === 0) return { call: list };
    const person = shown && personAt(shown, who.place);
    const made = person && act(person);
    if (made) return { call: made };
    return { text: "I am not sure who you mean. Please give me a name." };
  }
  if (!tools.find) return NOT_HERE;
  const wanted = findCall(tools.find, who.name);
  const { result, attempts } = lookUp(turn.results, wanted);
  if (result?.kind !== "people")
    return attempts < TOOL_ATTEMPTS_MAX ? { call: wanted } : DID_NOT_WORK;
  const exact = result.people.filter(({ name }) => name.toLowerCase() === who.name.toLowerCase());
  const [only, ...others] = exact.length === 1 ? exact : result.people;
  const made = only && others.length === 0 ? act(only) : undefined;
  if (made) return { call: made };
  const table = showPeople(result, who.name);
  return { text: only ? `${table}\n\nWhich one do you mean?` : table };
}

/** The last list that was shown, in this turn or an earlier one. */
function lastShown({ results, earlierResults }: Turn) {
  const all = [...earlierResults, ...results];
  for (const [index, { content }] of [...all.entries()].reverse()) {
    const read = readPeopleResult(content);
    if (read.kind !== "people" || read.people.length === 0) continue;
    // A single person that was looked up for a change, or returned with a total, was not shown as a list.
    const [only] = read.people;
    const isAlone = read.people.length === 1 && only !== undefined;
    const wasChanged = isAlone && all[index + 1]?.call.arguments.includes(only.id);
    if (wasChanged || (isAlone && read.total > 1)) continue;
    return read;
  }
  return null;
}

function personAt(
  { people, offset }: Extract<PeopleResult, { kind: "people" }>,
  place: number,
): Person | undefined {
  if (place === -1) return people.at(-1);
  if (place === 0) return people.length === 1 ? people[0] : undefined;
  return people[place - 1] ?? people[place - 1 - offset];
}

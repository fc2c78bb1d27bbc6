/** Finds the tools of a directory of people by their descriptions and schemas, and makes calls of them. */

import { isRecord } from "../../contracts/read-json.ts";
import type { ToolDefinition } from "../chat-request.ts";
import { fillArguments, propertiesOf } from "../find-tool.ts";
import type { ReplyToolCall } from "../skill.ts";
import { type CountField, type NewPerson, PEOPLE, type PersonField } from "./people-request.ts";

export type PeopleAct = "list" | "find" | "create" | "update" | "delete" | "count";
export type PeopleTools = Partial<Record<PeopleAct, ToolDefinition>>;

const VERBS: Record<PeopleAct, RegExp> = {
  list: /^(lists?|shows?|returns a page)\b/i,
  find: /^(finds?|search(es)?|looks? up)\b/i,
  create: /^(adds?|creates?|registers?)\b/i,
  update: /^(changes?|updates?|edits?)\b/i,
  delete: /^(deletes?|removes?|erases?)\b/i,
  count: /^(counts?|groups?)\b/i,
};

/** @returns null where no tool is about people */
export function findPeopleTools(tools: readonly ToolDefinition[]): PeopleTools | null {
  const found: PeopleTools = {};
  for (const tool of tools) {
    const act = actOf(tool);
    if (act) found[act] ??= tool;
  }
  return Object.keys(found).length > 0 ? found : null;
}

function actOf(tool: ToolDefinition): PeopleAct | undefined {
  if (!PEOPLE.test(tool.description)) return undefined;
  const acts = Object.keys(VERBS) as PeopleAct[];
  return acts.find((act) => VERBS[act].test(tool.description));
}

/** The argument of a tool that matches: "e-mail" may be `email` or `mail_address`. */
function propertyLike(tool: ToolDefinition, words: RegExp): string | undefined {
  return propertiesOf(tool.parameters).find(([name]) => words.test(name))?.[0];
}

/** The value of an enumeration that matches. */
function choiceLike(tool: ToolDefinition, property: string, words: RegExp): unknown {
  const schema = propertiesOf(tool.parameters).find(([name]) => name === property)?.[1];
  const choices = isRecord(schema) && Array.isArray(schema.enum) ? schema.enum : [];
  return choices.find((choice) => words.test(String(choice)));
}

const FIELD_NAMES: Record<PersonField, RegExp> = {
  name: /^(full_?)?name$/i,
  email: /e_?mail/i,
  department: /department|team/i,
  city: /city|town|location/i,
  joined: /join/i,
};

const COUNTED: Record<CountField, RegExp> = {
  month: /month/i,
  department: /department|team/i,
  city: /city|location/i,
};

export function listCall(
  tool: ToolDefinition,
  { limit, offset = 0, sort = null }: { limit: number; offset?: number; sort?: PersonField | null },
): ReplyToolCall {
  const order = propertyLike(tool, /sort|order/i);
  return fill(tool, [
    [/limit|count|size/i, limit],
    ...(offset > 0 ? ([[/offset|skip/i, offset]] as const) : []),
    ...(sort && order
      ? ([[/sort|order/i, choiceLike(tool, order, FIELD_NAMES[sort])]] as const)
      : []),
  ]);
}

export function findCall(tool: ToolDefinition, words: string): ReplyToolCall {
  return fill(tool, [[/query|words|text|search|name/i, words]]);
}

export function countCall(tool: ToolDefinition, by: CountField): ReplyToolCall {
  const property = propertyLike(tool, /field|by|group/i) ?? "";
  return fill(tool, [[/field|by|group/i, choiceLike(tool, property, COUNTED[by])]]);
}

export function deleteCall(tool: ToolDefinition, id: string): ReplyToolCall {
  return fill(tool, [[/id$/i, id]]);
}

export function updateCall(
  tool: ToolDefinition,
  id: string,
  field: PersonField,
  to: string,
): ReplyToolCall {
  return fill(tool, [
    [/id$/i, id],
    [FIELD_NAMES[field], to],
  ]);
}

export function createCall(tool: ToolDefinition, person: NewPerson): ReplyToolCall {
  const fields = Object.entries(person) as [PersonField, string][];
  return fill(
    tool,
    fields.map(([field, value]) => [FIELD_NAMES[field], value] as const),
  );
}

function fill(
  tool: ToolDefinition,
  values: readonly (readonly [names: RegExp, value: unknown])[],
): ReplyToolCall {
  const known: Record<string, unknown> = {};
  for (const [names, value] of values) {
    const property = propertyLike(tool, names);
    if (property !== undefined && value !== undefined) known[property] = value;
  }
  return { name: tool.name, arguments: fillArguments(tool.parameters, known) };
}

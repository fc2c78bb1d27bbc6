/** Calls of the directory's tools, filled by their schemas. */
import type { ToolDefinition } from "../chat-request.ts";
import type { ReplyToolCall } from "../skill.ts";
import { fillArguments } from "../tools/fill-arguments.ts";
import { choiceLike, propertyLike } from "./find-people-tools.ts";
import type { CountField, NewPerson, PersonField } from "./people-request.ts";

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

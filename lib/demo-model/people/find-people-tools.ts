/** Tells the tools of a directory apart by what they say of themselves and what they take. */
import type { ToolDefinition } from "../chat-request.ts";
import { isRecord } from "../read-json.ts";
import { propertiesOf } from "../tools/fill-arguments.ts";
import { PEOPLE } from "./people-request.ts";

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

/** What a tool's argument for a field of a person is called: "e-mail" may be `email` or `mail_address`. */
export function propertyLike(tool: ToolDefinition, words: RegExp): string | undefined {
  return propertiesOf(tool.parameters).find(([name]) => words.test(name))?.[0];
}

/** The value of an enumeration that says this. */
export function choiceLike(tool: ToolDefinition, property: string, words: RegExp): unknown {
  const schema = propertiesOf(tool.parameters).find(([name]) => name === property)?.[1];
  const choices = isRecord(schema) && Array.isArray(schema.enum) ? schema.enum : [];
  return choices.find((choice) => words.test(String(choice)));
}

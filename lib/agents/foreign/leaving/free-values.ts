/** What a call says in words that the model chose. */
import "server-only";
import { isExactNumber } from "../../../contracts/json/exact-numbers.ts";
import { isRecord } from "../../../contracts/read-json.ts";
import { alternativesOf } from "../../../tools/alternatives-of.ts";
import { schemaOf } from "../../../tools/to-model-tool.ts";
import type { Tool } from "../../../tools/tool.ts";

/** `name`: of the argument. */
export type FreeValue = { name: string; value: string };

type Schema = Record<string, unknown>;

/** Texts and numbers at any depth, and names of fields; not those that the model could only choose out of the tool's schema. */
export function freeValues(tool: Pick<Tool, "arguments">, args: unknown): FreeValue[] {
  if (!isRecord(args)) return [];
  const root = schemaOf(tool);
  const schemas = formsOf(root, [root]);
  return Object.entries(args).flatMap(([name, value]) =>
    fieldLeaves(root, schemas, name, value).map((leaf) => ({ name, value: leaf })),
  );
}

function fieldLeaves(root: Schema, of: readonly Schema[], name: string, value: unknown): string[] {
  const named = of.flatMap(({ properties }) =>
    isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [],
  );
  if (named.length > 0) return leavesOf(root, formsOf(root, named), value);
  const names = of.map(({ propertyNames }) => propertyNames);
  const others = of.map(({ additionalProperties }) => additionalProperties);
  return [
    ...leavesOf(root, formsOf(root, names), name),
    ...leavesOf(root, formsOf(root, others), value),
  ];
}

function leavesOf(root: Schema, schemas: readonly Schema[], value: unknown): string[] {
  if (schemas.some((schema) => isChoice(schema, value))) return [];
  if (typeof value === "string") return textOf(value);
  if (typeof value === "number" || typeof value === "bigint") return [String(value)];
  if (isExactNumber(value)) return [value.rawJSON];
  if (Array.isArray(value)) {
    const items = schemas.map((schema) => schema.items);
    const first = schemas.map((schema) => schema.prefixItems);
    return value.flatMap((item, at) => {
      const own = first.flatMap((list) => (Array.isArray(list) && at in list ? [list[at]] : items));
      return leavesOf(root, formsOf(root, own), item);
    });
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => fieldLeaves(root, schemas, name, item));
}

/** True for a value that the schema has, and not only asks for. */
const isChoice = (schema: Schema, value: unknown) =>
  ("const" in schema && schema.const === value) ||
  (Array.isArray(schema.enum) && schema.enum.includes(value));

const textOf = (text: string) => (text.trim() === "" ? [] : [text]);

/** With all that apply to the same value. */
function formsOf(root: Schema, schemas: readonly unknown[]): Schema[] {
  const all = new Set<Schema>();
  const add = (schema: unknown): void => {
    if (!isRecord(schema) || all.has(schema)) return;
    all.add(schema);
    for (const other of alternativesOf(root, schema)) add(other);
  };
  for (const schema of schemas) add(schema);
  return [...all];
}

/** Arguments that fit a JSON Schema: what is known goes in, the rest gets the plainest value that is allowed. */
import { isRecord } from "../read-json.ts";

type Schema = Record<string, unknown>;

/** @param known values by property name; they win over everything else */
export function fillArguments(schema: Schema, known: Record<string, unknown>): string {
  const filled: Record<string, unknown> = {};
  for (const [name, property] of propertiesOf(schema)) {
    if (name in known) filled[name] = known[name];
    else if (requiredOf(schema).has(name)) filled[name] = plainestValue(property);
  }
  return JSON.stringify(filled);
}

export function propertiesOf(schema: Schema): [string, Schema][] {
  const { properties } = schema;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).map(([name, value]) => [name, isRecord(value) ? value : {}]);
}

function requiredOf(schema: Schema): Set<unknown> {
  return new Set(Array.isArray(schema.required) ? schema.required : []);
}

/** @param text stands in for free text */
export function plainestValue(schema: Schema, text = ""): unknown {
  if ("default" in schema) return schema.default;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const variants = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (variants) return plainestValue(isRecord(variants[0]) ? variants[0] : {}, text);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "number":
    case "integer":
      return typeof schema.minimum === "number" ? schema.minimum : 0;
    case "boolean":
      return false;
    case "array":
      return plainestList(schema, text);
    case "object":
      return Object.fromEntries(
        propertiesOf(schema)
          .filter(([name]) => requiredOf(schema).has(name))
          .map(([name, property]) => [name, plainestValue(property, text)]),
      );
    case "null":
      return null;
    default:
      return typeof schema.maxLength === "number" ? text.slice(0, schema.maxLength) : text;
  }
}

function plainestList(schema: Schema, text: string): unknown[] {
  const length = typeof schema.minItems === "number" ? schema.minItems : 0;
  const item = isRecord(schema.items) ? schema.items : {};
  return Array.from({ length }, () => plainestValue(item, text));
}

/** Reduces a server's JSON Schema to the keywords that are checked here. The server checks the others itself. */
import "server-only";
import { z } from "zod";
import { isRecord } from "../../contracts/read-json.ts";
import { REMEMBERED_LIMITS as LIMITS, MCP_LIMITS } from "../limits.ts";
import { rememberedList } from "../remembered-fields.ts";

const FORMATS: Readonly<Record<string, z.ZodType>> = {
  uuid: z.guid(),
  date: z.iso.date(),
  time: z.iso.time(),
  "date-time": z.iso.datetime({ offset: true }),
};
const PROPERTY_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

type Json = Record<string, unknown>;

/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const ONE = ["items", "additionalProperties"];
const LIST = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED = ["properties", "$defs"];
const KEPT = [
  "type",
  "required",
  "enum",
  "const",
  "title",
  "default",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];
/** Not evaluated, because an untrusted regular expression could hang this process. The model reads them instead. */
const DESCRIBED = ["pattern", "format"];

/**
 * `definitions` of older drafts becomes `$defs`.
 * @throws Error that names what is too large or malformed
 */
export function sanitiseSchema(root: unknown): Json {
  if (JSON.stringify(root).length > MCP_LIMITS.schemaMaxBytes)
    throw new Error("its schema is too long");
  const clean = sanitise(root, 0);
  if (typeof clean === "boolean" || clean.type !== "object")
    throw new Error("its arguments are no object");
  const { definitions, $defs } = root as Json;
  clean.$defs = { ...sanitiseEach(definitions, 1), ...sanitiseEach($defs, 1) };
  countSchemas(clean, clean, { left: MCP_LIMITS.subschemasMax, open: new Set() });
  return clean;
}

function sanitise(schema: unknown, depth: number): Json | boolean {
  if (depth > MCP_LIMITS.schemaDepthMax) throw new Error("its schema is nested too deeply");
  if (typeof schema === "boolean") return schema;
  if (!isRecord(schema)) return {};
  const reference = schema.$ref;
  if (typeof reference === "string" && isLocal(reference))
    return { $ref: reference.replace("#/definitions/", "#/$defs/") };
  const clean: Json = {};
  for (const key of KEPT)
    if (Object.hasOwn(schema, key) && isFitting(key, schema[key])) clean[key] = schema[key];
  for (const key of ONE)
    if (Object.hasOwn(schema, key)) clean[key] = sanitise(schema[key], depth + 1);
  for (const key of LIST) {
    const list = schema[key];
    if (Array.isArray(list)) clean[key] = list.map((entry) => sanitise(entry, depth + 1));
  }
  if (isRecord(schema.properties)) clean.properties = sanitiseEach(schema.properties, depth + 1);
  if (clean.properties && clean.type === undefined) clean.type = "object";
  if ([clean.type].flat().includes("integer")) widenInteger(clean);
  const description = describe(schema);
  return description === "" ? clean : { ...clean, description };
}

/** zod's integers are safe integers only. As a number in steps of one, it is any integer, and the model still reads "integer". */
function widenInteger(clean: Json): void {
  if (clean.enum !== undefined || clean.const !== undefined) return;
  const types = [clean.type].flat();
  const isWide = types.includes("number");
  if (!isWide && clean.multipleOf !== undefined && !Number.isInteger(clean.multipleOf)) return;
  const wider = types.filter((type) => type !== "integer" && type !== "number");
  clean.type = wider.length === 0 ? "number" : [...wider, "number"];
  if (!isWide) clean.multipleOf ??= 1;
}

function isFitting(key: string, value: unknown): boolean {
  return (key !== "required" && key !== "enum") || Array.isArray(value);
}

function sanitiseEach(named: unknown, depth: number): Json {
  const entries = isRecord(named) ? Object.entries(named) : [];
  const safe = entries.filter(([name]) => name !== "__proto__");
  return Object.fromEntries(safe.map(([name, entry]) => [name, sanitise(entry, depth)]));
}

function describe(schema: Json): string {
  const told = DESCRIBED.flatMap((key) =>
    typeof schema[key] === "string" ? [`${key}: ${schema[key]}`] : [],
  );
  const words = typeof schema.description === "string" ? [schema.description] : [];
  return [...words, ...told.map((text) => `(${text})`)]
    .join(" ")
    .slice(0, MCP_LIMITS.descriptionMaxChars)
    .toWellFormed();
}

/** True for `#` and `#/$defs/Name`. Other references are not followed, and accept any value. */
function isLocal(reference: string): boolean {
  return reference === "#" || /^#\/(\$defs|definitions)\/[^/]+$/.test(reference);
}

type Budget = { left: number; open: Set<unknown> };

function countSchemas(schema: unknown, root: Json, budget: Budget): void {
  if (!isRecord(schema) || budget.open.has(schema)) return;
  budget.left -= 1;
  if (budget.left < 0) throw new Error("its schema stands for too much");
  budget.open.add(schema);
  const within = [
    ...ONE.map((key) => schema[key]),
    ...LIST.flatMap((key) => schema[key] ?? []),
    ...NAMED.flatMap((key) => Object.values(schema[key] ?? {})),
    ...(typeof schema.$ref === "string" ? [resolve(schema.$ref, root)] : []),
  ];
  for (const entry of within) countSchemas(entry, root, budget);
  budget.open.delete(schema);
}

function resolve(reference: string, root: Json): unknown {
  const [, group, name] = reference.split("/");
  if (group === undefined || name === undefined) return root;
  const groupOf = root[group];
  const target = isRecord(groupOf)
    ? groupOf[decodeURIComponent(name).replace(/~1/g, "/").replace(/~0/g, "~")]
    : undefined;
  if (target === undefined) throw new Error("its schema refers to what is not in it");
  return target;
}

/**
 * What may be remembered of a value that a server describes by JSON Schema: numbers, booleans, enums, UUIDs, dates and
 * times. Free text, and whatever the schema leaves open, is not remembered.
 * @returns undefined where the schema declares nothing that may be remembered
 */
export function rememberedBySchema(schema: unknown): z.ZodType | undefined {
  return rememberable(schema, 0);
}

function rememberable(schema: unknown, depth: number): z.ZodType | undefined {
  if (!isRecord(schema) || depth > LIMITS.schemaDepthMax) return undefined;
  const { type, enum: values, const: value, format } = schema;
  const terms = Array.isArray(values) ? values : value === undefined ? null : [value];
  if (terms) return termsOf(terms);
  switch (onlyType(type)) {
    case "number":
    case "integer":
      return z.number();
    case "boolean":
      return z.boolean();
    case "string":
      return typeof format === "string" && Object.hasOwn(FORMATS, format)
        ? FORMATS[format]
        : undefined;
    case "array": {
      const item = rememberable(schema.items, depth + 1);
      return item && rememberedList(item);
    }
    case "object":
      return propertiesOf(schema.properties, depth);
    default:
      return undefined;
  }
}

/** A type that may also be null counts as itself. */
function onlyType(type: unknown): unknown {
  const types = [type].flat().filter((one) => one !== "null");
  return types.length === 1 ? types[0] : undefined;
}

/** A closed set of short terms. */
function termsOf(values: readonly unknown[]): z.ZodType | undefined {
  const terms = values.filter(
    (value): value is string | number | boolean =>
      typeof value === "number" ||
      typeof value === "boolean" ||
      (typeof value === "string" && value.length <= LIMITS.termMaxChars),
  );
  return terms.length > 0 ? z.literal(terms) : undefined;
}

function propertiesOf(properties: unknown, depth: number): z.ZodType | undefined {
  if (!isRecord(properties)) return undefined;
  const shape = Object.entries(properties).flatMap(([name, property]) => {
    const isName = PROPERTY_NAME.test(name) && name.length <= LIMITS.termMaxChars;
    const schema = isName ? rememberable(property, depth + 1) : undefined;
    return schema ? [[name, schema.optional().catch(undefined)] as const] : [];
  });
  return shape.length > 0 ? z.object(Object.fromEntries(shape)) : undefined;
}

import "server-only";

/** A foreign JSON Schema, reduced to what we check ourselves. What is left out, the server checks. */

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
/** Not run here: a foreign expression could hang this process. The model reads them instead. */
const TOLD = ["pattern", "format"];

const SCHEMA_MAX_BYTES = 24_000;
const DEPTH_MAX = 24;
/** Schemas within, references followed: a few that name each other can stand for millions. */
const SCHEMAS_MAX = 3_000;
const DESCRIPTION_MAX_CHARS = 1_000;

/** @throws Error that says what is too much or wrong. Older drafts say `definitions` for `$defs`; both come out as that. */
export function sanitiseSchema(root: unknown): Json {
  if (JSON.stringify(root).length > SCHEMA_MAX_BYTES) throw new Error("its schema is too long");
  const clean = sanitise(root, 0);
  if (typeof clean === "boolean" || clean.type !== "object")
    throw new Error("its arguments are no object");
  const { definitions, $defs } = root as Json;
  clean.$defs = { ...sanitiseEach(definitions, 1), ...sanitiseEach($defs, 1) };
  countSchemas(clean, clean, { left: SCHEMAS_MAX, open: new Set() });
  return clean;
}

function sanitise(schema: unknown, depth: number): Json | boolean {
  if (depth > DEPTH_MAX) throw new Error("its schema is nested too deeply");
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return {};
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
  if (isObject(schema.properties)) clean.properties = sanitiseEach(schema.properties, depth + 1);
  if (clean.properties && clean.type === undefined) clean.type = "object";
  const description = describe(schema);
  return description === "" ? clean : { ...clean, description };
}

function isFitting(key: string, value: unknown): boolean {
  return (key !== "required" && key !== "enum") || Array.isArray(value);
}

function sanitiseEach(named: unknown, depth: number): Json {
  const entries = isObject(named) ? Object.entries(named) : [];
  const safe = entries.filter(([name]) => name !== "__proto__");
  return Object.fromEntries(safe.map(([name, entry]) => [name, sanitise(entry, depth)]));
}

function describe(schema: Json): string {
  const told = TOLD.flatMap((key) =>
    typeof schema[key] === "string" ? [`${key}: ${schema[key]}`] : [],
  );
  const words = typeof schema.description === "string" ? [schema.description] : [];
  return [...words, ...told.map((text) => `(${text})`)]
    .join(" ")
    .slice(0, DESCRIPTION_MAX_CHARS)
    .toWellFormed();
}

/** References within the schema, `#` or `#/$defs/Name`; others are not followed, so anything goes there. */
function isLocal(reference: string): boolean {
  return reference === "#" || /^#\/(\$defs|definitions)\/[^/]+$/.test(reference);
}

type Budget = { left: number; open: Set<unknown> };

function countSchemas(schema: unknown, root: Json, budget: Budget): void {
  if (!isObject(schema) || budget.open.has(schema)) return;
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
  const target = isObject(groupOf)
    ? groupOf[decodeURIComponent(name).replace(/~1/g, "/").replace(/~0/g, "~")]
    : undefined;
  if (target === undefined) throw new Error("its schema refers to what is not in it");
  return target;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

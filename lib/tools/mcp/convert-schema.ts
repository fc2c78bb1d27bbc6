/** Converts a server's JSON Schema to the zod schema that checks a tool's arguments. */
import "server-only";
import { z } from "zod";
import { sanitiseSchema } from "./sanitise-schema.ts";

export type ConvertedSchema = { ok: true; schema: z.ZodType } | { ok: false; why: string };

/** Also converts the result back once, because the model is shown that form. */
export function convertSchema(inputSchema: unknown): ConvertedSchema {
  try {
    const clean = sanitiseSchema(inputSchema);
    refuseEndlessSchema(clean);
    return { ok: true, schema: fromClean(clean) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : "its schema is malformed" };
  }
}

function fromClean(clean: Record<string, unknown>): z.ZodType {
  try {
    const schema = z.fromJSONSchema(clean);
    z.toJSONSchema(schema, { io: "input" });
    return schema;
  } catch (cause) {
    throw new Error("its schema is malformed", { cause });
  }
}

const LISTS = ["anyOf", "oneOf", "allOf"];

/**
 * Refuses a schema that refers to itself before it checks a part of the value: validation would not end.
 * @throws Error
 */
function refuseEndlessSchema(root: Record<string, unknown>): void {
  const terminating = new Set<unknown>();
  const follow = (node: unknown, above: ReadonlySet<unknown>): void => {
    if (!isRecord(node) || terminating.has(node)) return;
    if (above.has(node)) throw new Error("its schema refers to itself without end");
    const below = new Set([...above, node]);
    for (const next of alternativesOf(root, node)) follow(next, below);
    terminating.add(node);
  };
  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    follow(node, new Set());
    for (const value of Object.values(node)) visit(value);
  };
  visit(root);
}

/** The schemas that are applied to the same value. */
function alternativesOf(root: Record<string, unknown>, node: Record<string, unknown>): unknown[] {
  const lists = LISTS.flatMap((keyword) => (Array.isArray(node[keyword]) ? node[keyword] : []));
  return typeof node.$ref === "string" ? [...lists, resolve(root, node.$ref)] : lists;
}

/** A JSON pointer as a fragment: `#`, `#/$defs/name`. */
function resolve(root: Record<string, unknown>, reference: string): unknown {
  let found: unknown = root;
  for (const part of reference.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    found = isRecord(found) || Array.isArray(found) ? Reflect.get(found, key) : undefined;
  }
  return found;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

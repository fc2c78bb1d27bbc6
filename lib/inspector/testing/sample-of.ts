/** Makes a value that fits a schema and has every field, for tests. */
import "server-only";
import * as z from "zod/v4/core";

/** The text for a path where any text is valid; null for a default text. */
type Write = (path: readonly string[]) => string | null;

/**
 * Every field is present, every list has one item (of each kind, where there are several), and an enumeration takes its first value. Takes schemas of zod and of
 * zod/mini, by what both have in common (https://zod.dev/library-authors).
 */
export function sampleOf(schema: z.$ZodType, write: Write, path: string[] = []): unknown {
  // What takes no text of ours has what it falls back on.
  if (schema instanceof z.$ZodCatch)
    return z.parse(
      schema,
      sampleOf(schema._zod.def.innerType, () => null, path),
    );
  if (schema instanceof z.$ZodOptional || schema instanceof z.$ZodNullable)
    return sampleOf(schema._zod.def.innerType, write, path);
  if (schema instanceof z.$ZodObject) {
    const fields = Object.entries<z.$ZodType>(schema._zod.def.shape);
    return Object.fromEntries(
      fields.map(([name, field]) => [name, sampleOf(field, write, [...path, name])]),
    );
  }
  if (schema instanceof z.$ZodArray) {
    const { element } = schema._zod.def;
    const kinds = element instanceof z.$ZodUnion ? element._zod.def.options : [element];
    return kinds.map((kind, index) => sampleOf(kind, write, [...path, String(index)]));
  }
  if (schema instanceof z.$ZodTuple) {
    const { items } = schema._zod.def;
    return items.map((item, index) => sampleOf(item, write, [...path, String(index)]));
  }
  if (schema instanceof z.$ZodISODate) return "2026-11-23";
  if (schema instanceof z.$ZodRecord) return { name: write(path) ?? "plain" };
  if (schema instanceof z.$ZodUnknown) return { nested: [write(path) ?? "plain"] };
  if (schema instanceof z.$ZodString) return write(path) ?? "plain";
  if (schema instanceof z.$ZodNumber) return 1;
  if (schema instanceof z.$ZodBoolean) return true;
  if (schema instanceof z.$ZodLiteral) return schema._zod.def.values[0];
  if (schema instanceof z.$ZodEnum) return Object.values(schema._zod.def.entries)[0];
  throw new Error(`no sample for the schema at ${path.join(".")}`);
}

import "server-only";
/** Makes a value that fits a schema and has every field, for tests. */
import { z } from "zod";
import { ZodMiniEnum } from "zod/mini";

/** What to write at a path, where any text may stand; null for something plain. */
type Write = (path: readonly string[]) => string | null;

/** Every field is there, every list has one item; an enumeration takes its first value. */
export function sampleOf(schema: z.core.$ZodType, write: Write, path: string[] = []): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return sampleOf(schema.unwrap(), write, path);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape);
    return Object.fromEntries(
      fields.map(([name, field]) => [name, sampleOf(field, write, [...path, name])]),
    );
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element, write, [...path, "0"])];
  if (schema instanceof z.ZodRecord) return { name: write(path) ?? "plain" };
  if (schema instanceof z.ZodUnknown) return { nested: [write(path) ?? "plain"] };
  if (schema instanceof z.ZodString) return write(path) ?? "plain";
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodEnum || schema instanceof ZodMiniEnum) return schema.options[0];
  throw new Error(`no sample for the schema at ${path.join(".")}`);
}

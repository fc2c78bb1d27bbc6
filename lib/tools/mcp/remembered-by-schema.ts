/**
 * What may be remembered of a value that a server describes by JSON Schema: numbers, booleans, enums, UUIDs, dates and
 * times. Free text, and whatever the schema leaves open, is not remembered.
 */
import "server-only";
import { z } from "zod";
import { REMEMBERED_LIMITS as LIMITS } from "../limits.ts";
import { rememberedList } from "../remembered-fields.ts";

/** @returns undefined where the schema declares nothing that may be remembered */
export function rememberedBySchema(schema: unknown): z.ZodType | undefined {
  return rememberable(schema, 0);
}

const FORMATS: Readonly<Record<string, z.ZodType>> = {
  uuid: z.guid(),
  date: z.iso.date(),
  time: z.iso.time(),
  "date-time": z.iso.datetime({ offset: true }),
};

const PROPERTY_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import "server-only";
/** A tool's arguments in one short line, for a model that got them wrong. */
import { z } from "zod";

const JsonSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

const DEPTH_MAX = 4;

/** @returns such as `{"code": string, "page"?: integer | null}` */
export function describeArguments(schema: z.ZodType): string {
  return describe(z.toJSONSchema(schema, { io: "input" }), 0);
}

function describe(schema: unknown, depth: number): string {
  const parsed = JsonSchema.safeParse(schema);
  if (!parsed.success || depth > DEPTH_MAX) return "any";
  const { type, enum: values, const: value, anyOf, items, properties, required = [] } = parsed.data;
  if (values) return values.map((one) => JSON.stringify(one)).join(" | ");
  if (value !== undefined) return JSON.stringify(value);
  if (anyOf) return anyOf.map((one) => describe(one, depth + 1)).join(" | ");
  if (items) return `[${describe(items, depth + 1)}]`;
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => {
      const optional = required.includes(name) ? "" : "?";
      return `${JSON.stringify(name)}${optional}: ${describe(field, depth + 1)}`;
    });
    return `{${fields.join(", ")}}`;
  }
  return [type ?? "any"].flat().join(" | ");
}

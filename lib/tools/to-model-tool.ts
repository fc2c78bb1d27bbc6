/** Tools in the form of Chat Completions. The list of an agent is converted once, because every call needs it. */
import "server-only";
import { z } from "zod";
import type { Tool } from "./tool.ts";

/** A Chat Completions function tool. */
export type FunctionTool = {
  type: "function";
  function: { name: string; description: string; parameters: Record<string, unknown> };
};

const made = new WeakMap<readonly Tool[], FunctionTool[]>();

/** @returns the same list for the same tools */
export function toModelTools(tools: readonly Tool[]): FunctionTool[] {
  const known = made.get(tools);
  if (known) return known;
  const list = tools.map(toModelTool);
  made.set(tools, list);
  return list;
}

function toModelTool({ name, description, ...tool }: Tool): FunctionTool {
  return { type: "function", function: { name, description, parameters: schemaOf(tool) } };
}

/** The JSON schema of a tool's arguments. */
export function schemaOf({ arguments: schema }: Pick<Tool, "arguments">): Record<string, unknown> {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => nameInteger(jsonSchema),
  });
  return parameters;
}

/** A number in steps of one is an integer of any size: see `sanitiseSchema`. */
function nameInteger(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.type !== "number" || schema.multipleOf !== 1) return;
  schema.type = "integer";
  delete schema.multipleOf;
}

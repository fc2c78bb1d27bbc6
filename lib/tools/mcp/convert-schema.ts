import "server-only";
/** From a server's JSON Schema to the schema that a tool's arguments are checked with. */
import { z } from "zod";
import { refuseEndlessSchema } from "./refuse-endless-schema.ts";
import { sanitiseSchema } from "./sanitise-schema.ts";

export type ConvertedSchema = { ok: true; schema: z.ZodType } | { ok: false; why: string };

/** What the model is told must exist too, so the way back is tried here. */
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

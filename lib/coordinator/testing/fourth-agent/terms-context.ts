/** `glossarist@1`: the noted terms. */
import "server-only";
import { z } from "zod";
import { type ContextSchema, listChangeOf, listOf } from "../../../context-state/context-schema.ts";

const Terms = z.strictObject({ terms: listOf(40, 100) });
export type Terms = z.infer<typeof Terms>;

export const TERMS_CONTEXT: ContextSchema<Terms> = {
  name: "glossarist@1",
  state: Terms,
  delta: z.strictObject({ terms: listChangeOf(40, 100).optional() }),
  rules: { terms: "append" },
  empty: { terms: [] },
};

export function showTerms({ terms }: Terms): string {
  return `## Known terms\n${terms.map((term) => `- ${term}`).join("\n") || "None yet."}`;
}

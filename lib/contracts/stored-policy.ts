/** A policy as the database keeps it and the governance room reads it. */
import { z } from "zod";

export const PolicyMode = z.enum(["enforce", "observe"]);
export type PolicyMode = z.infer<typeof PolicyMode>;

/** The version of a policy that counts. */
export type StoredPolicy = {
  readonly name: string;
  readonly version: number;
  /** Cedar source of one or more policies. */
  readonly text: string;
  readonly mode: PolicyMode;
};

/** What somebody wants a policy to be from now on. */
export const PolicyDraft = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(60),
  text: z.string().min(1).max(16_000),
  mode: PolicyMode,
  enabled: z.boolean().default(true),
});
export type PolicyDraft = z.infer<typeof PolicyDraft>;

/** What a check of policy text finds: the same shape for the form, the data layer and the tests. */
export type PolicyTextCheck =
  | { ok: true; warnings: readonly string[] }
  | { ok: false; errors: readonly string[] };

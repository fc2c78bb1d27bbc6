/** A policy as stored, and as the governance room reads it. */
import { z } from "zod";

export const PolicyMode = z.enum(["enforce", "observe"]);
export type PolicyMode = z.infer<typeof PolicyMode>;

/** The current version of a policy. */
export type StoredPolicy = {
  readonly name: string;
  readonly version: number;
  /** Cedar source of one or more policies. */
  readonly text: string;
  readonly mode: PolicyMode;
};

/** The next version of a policy, before it has a number. */
export type PolicyDraft = Omit<StoredPolicy, "version"> & { readonly enabled: boolean };

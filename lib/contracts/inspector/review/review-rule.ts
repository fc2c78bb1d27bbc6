/** Rules that make cases of runs: what each finds, its versions, and trying one before it is saved. */
import * as z from "zod/mini";
import { RULE_NAME_MAX_CHARS } from "../../limits.ts";
import type { RunFinding } from "../run/inspected-run.ts";

/** Findings that a run is tagged with when it ends. */
export const RULE_FINDINGS = [
  "unplanned_write",
  "denied",
  "wrong_target",
  "self_report_mismatch",
  "unknown_version",
  "would_deny",
  "unplanned",
  "ambiguous",
  "unknown_step",
  "repeated_step_id",
] as const satisfies readonly RunFinding[];

/** Ends of a run that are no complete answer. `cut-off`: the model's answer was cut off. */
export const RULE_ENDS = ["failed", "interrupted", "stopped", "empty", "cut-off"] as const;

const positive = z.number().check(z.nonnegative(), z.maximum(1_000_000));
const listOf = <Choice extends string>(choices: readonly [Choice, ...Choice[]]) =>
  z.array(z.enum(choices)).check(z.minLength(1), z.maxLength(choices.length));
/** PostgreSQL cannot store NUL, nor JSON half a character. */
const named = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(RULE_NAME_MAX_CHARS),
  z.refine((text) => !/[\0\p{Surrogate}]/u.test(text)),
);

/** What a rule finds. */
export const RuleTest = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("thumbs-down"), withWords: z.boolean() }),
  z.strictObject({
    kind: z.literal("deviation"),
    above: z.number().check(z.nonnegative(), z.maximum(1)),
  }),
  z.strictObject({ kind: z.literal("denied") }),
  z.strictObject({ kind: z.literal("declined") }),
  z.strictObject({ kind: z.literal("violation") }),
  z.strictObject({ kind: z.literal("finding"), codes: listOf(RULE_FINDINGS) }),
  z.strictObject({ kind: z.literal("ended"), ends: listOf(RULE_ENDS) }),
  /** In PRICE_CURRENCY. */
  z.strictObject({ kind: z.literal("cost"), above: positive }),
  z.strictObject({ kind: z.literal("time"), aboveSeconds: positive }),
  /** The first `runs` that end while the rule is on. `name`: an agent's id, or a prompt with its version, as `general@2`. */
  z.strictObject({
    kind: z.literal("first-runs"),
    of: z.enum(["agent", "prompt"]),
    name: named,
    runs: z.int().check(z.minimum(1), z.maximum(1_000)),
  }),
  z.strictObject({
    kind: z.literal("random"),
    percent: z.number().check(z.minimum(0.01), z.maximum(100)),
  }),
]);
export type RuleTest = z.infer<typeof RuleTest>;
export type RuleKind = RuleTest["kind"];

/** In the order in which they are offered. */
export const RULE_KINDS = [
  "thumbs-down",
  "deviation",
  "denied",
  "declined",
  "violation",
  "finding",
  "ended",
  "cost",
  "time",
  "first-runs",
  "random",
] as const satisfies readonly RuleKind[];

const Severity = z.union([z.literal(1), z.literal(2), z.literal(3)]);

export const RuleContent = z.strictObject({
  name: named,
  test: RuleTest,
  severity: Severity,
  /** How many people judge a case of it. */
  judges: z.union([z.literal(1), z.literal(2)]),
  isOn: z.boolean(),
});
export type RuleContent = z.infer<typeof RuleContent>;

export const RuleVersion = z.extend(RuleContent, {
  version: z.int(),
  /** Name of who made it; null: the server, or an account that is gone. */
  madeBy: z.nullable(z.string()),
  at: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  /** How many cases it has given a reason. */
  found: z.int(),
});
export type RuleVersion = z.infer<typeof RuleVersion>;

export const ReviewRule = z.strictObject({
  id: z.uuid(),
  /** The newest first. */
  versions: z.array(RuleVersion).check(z.minLength(1)),
});
export type ReviewRule = z.infer<typeof ReviewRule>;

/** `GET /api/admin/review/rules`. */
export const ReviewRules = z.strictObject({
  rules: z.array(ReviewRule),
  /** Whether the operator may change them. */
  mayManage: z.boolean(),
  /** In which costs are given. */
  currency: z.string(),
});
export type ReviewRules = z.infer<typeof ReviewRules>;

/** Body of `POST /api/admin/review/rules`. */
export const ChangeRules = z.discriminatedUnion("do", [
  /** `version`: the one that the operator saw; 0 for a new rule. */
  z.strictObject({
    do: z.literal("save"),
    id: z.nullable(z.uuid()),
    version: z.int(),
    rule: RuleContent,
  }),
  z.strictObject({ do: z.literal("try"), test: RuleTest }),
]);
export type ChangeRules = z.infer<typeof ChangeRules>;

/** What a rule would have found. */
export const RuleTried = z.strictObject({
  days: z.int(),
  runs: z.int(),
  /** Of a random sample, about. Null: only the logs could tell, and there are too many. */
  found: z.nullable(z.int()),
});
export type RuleTried = z.infer<typeof RuleTried>;

export const RulesChanged = z.discriminatedUnion("is", [
  /** `id`: of the rule. */
  z.strictObject({ is: z.literal("saved"), id: z.uuid() }),
  /** Somebody else saved a version meanwhile. */
  z.strictObject({ is: z.literal("stale") }),
  z.strictObject({ is: z.literal("tried"), tried: RuleTried }),
]);
export type RulesChanged = z.infer<typeof RulesChanged>;

import fc from "fast-check";
import { expect, it } from "vitest";
import {
  RULE_ENDS,
  RULE_FINDINGS,
  type RuleContent,
  type RuleTest,
} from "@/lib/contracts/inspector/review/review-rule.ts";
import { NEW_RULE, toDraft, toRule } from "./rule-draft.ts";

const NAME = fc.stringMatching(/^[a-z][a-z @]{0,20}[a-z]$/);
const FIGURE = fc.integer({ min: 1, max: 100_000 }).map((number) => number / 100);
const LEVEL = fc.constantFrom(1, 2, 3) as fc.Arbitrary<1 | 2 | 3>;

const TEST: fc.Arbitrary<RuleTest> = fc.oneof(
  fc.record({ kind: fc.constant("thumbs-down" as const), withWords: fc.boolean() }),
  fc.record({
    kind: fc.constant("deviation" as const),
    above: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.constantFrom<RuleTest>({ kind: "denied" }, { kind: "declined" }, { kind: "violation" }),
  fc.record({
    kind: fc.constant("finding" as const),
    codes: fc.subarray([...RULE_FINDINGS], { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant("ended" as const),
    ends: fc.subarray([...RULE_ENDS], { minLength: 1 }),
  }),
  fc.record({ kind: fc.constant("cost" as const), above: FIGURE }),
  fc.record({ kind: fc.constant("time" as const), aboveSeconds: FIGURE }),
  fc.record({
    kind: fc.constant("first-runs" as const),
    of: fc.constantFrom("agent" as const, "prompt" as const),
    name: NAME,
    runs: fc.integer({ min: 1, max: 1_000 }),
  }),
  fc.record({
    kind: fc.constant("random" as const),
    percent: fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
  }),
);

const RULE: fc.Arbitrary<RuleContent> = fc.record({
  name: NAME,
  test: TEST,
  severity: LEVEL,
  judges: fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2>,
  isOn: fc.boolean(),
});

it("a rule that is edited and not changed stays as it was", () => {
  fc.assert(
    fc.property(RULE, (rule) => {
      expect(toRule(toDraft(rule))).toEqual(rule);
    }),
    { numRuns: 500 },
  );
});

it.each([
  { figure: "" },
  { figure: "2" },
  { figure: "x" },
  { name: " " },
  { kind: "finding" as const },
  { kind: "first-runs" as const, agent: "" },
  { kind: "random" as const, figure: "101" },
])("an incomplete one is none: %j", (part) => {
  expect(toRule({ ...NEW_RULE, name: "Deviation", ...part })).toBeNull();
});

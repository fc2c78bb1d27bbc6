import { expect, it } from "vitest";
import * as z from "zod";
import { describeIssue } from "./describe-issue.ts";

const SHAPE = z.strictObject({ answers: z.strictObject({ zip: z.string() }) });

it("names the place and the problem, and counts unknown keys without naming them", () => {
  const told = (value: unknown) =>
    SHAPE.safeParse(value).error?.issues.map((issue) => describeIssue(issue, "state"));
  const answers = { zip: "10115" };
  expect(told({ answers: { zip: 1 } })).toEqual([
    "answers.zip: Invalid input: expected string, received number",
  ]);
  expect(told({ answers, "my card is lantern-secret": 1 })).toEqual([
    "state: 1 key that the schema does not know",
  ]);
  expect(told({ answers: { ...answers, a: 1, b: 2 } })).toEqual([
    "answers: 2 keys that the schema does not know",
  ]);
});

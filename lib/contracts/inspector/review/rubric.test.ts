/** Which criteria ask the same in several versions of the rubric. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Criterion, firstAsked } from "./rubric.ts";

const question = fc.oneof(
  fc.record({
    kind: fc.constant("pass" as const),
    pass: fc.constantFrom("a", "b"),
    fail: fc.constant("c"),
  }),
  fc.record({
    kind: fc.constant("scale" as const),
    steps: fc
      .subarray([1, 2, 3], { minLength: 2 })
      .map((steps) => steps.map((value) => ({ value, when: "" }))),
  }),
  fc.record({
    kind: fc.constant("choice" as const),
    options: fc
      .subarray(["a", "b", "c"], { minLength: 2 })
      .map((values) => values.map((value) => ({ value, name: value, when: "" }))),
  }),
  fc.record({ kind: fc.constant("text" as const), when: fc.constantFrom("a", "b") }),
);

const common = fc.record({
  name: fc.string(),
  required: fc.boolean(),
  severity: fc.constantFrom(1 as const, 2 as const, 3 as const),
});

it("a criterion asks the same as in the first version with its kind, values and words, whatever it is called", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(question, question, common), { minLength: 1, maxLength: 8 }),
      (versions) => {
        const rubrics = versions.map(([tone, fault, more], index) => ({
          version: index + 1,
          labels: [],
          criteria: [
            { id: "tone", ...more, ...tone },
            { id: "fault", ...more, ...fault },
          ] as Criterion[],
        }));
        const asked = firstAsked(rubrics.toReversed());
        const first = (at: 0 | 1, index: number) =>
          versions.findIndex(
            (each) => JSON.stringify(each[at]) === JSON.stringify(versions[index]?.[at]),
          ) + 1;
        for (const index of versions.keys())
          expect(asked.get(index + 1)).toEqual({ tone: first(0, index), fault: first(1, index) });
      },
    ),
  );
});

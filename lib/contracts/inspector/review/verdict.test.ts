/** Rubrics, and verdicts under them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RUBRIC_OPTIONS_MAX } from "../../limits.ts";
import { FIRST_RUBRIC } from "./first-rubric.ts";
import { Criterion, optionsOf, Rubric } from "./rubric.ts";
import { type Answers, faultOf, fits, VerdictDraft } from "./verdict.ts";

const id = fc.stringMatching(/^[a-z][a-z0-9-]{0,9}$/);
const common = {
  id,
  name: fc.constant("A name"),
  severity: fc.constantFrom(1 as const, 2 as const, 3 as const),
  required: fc.boolean(),
};
const when = fc.constant("");
const criterion: fc.Arbitrary<Criterion> = fc.oneof(
  fc.record({ kind: fc.constant("pass" as const), ...common, pass: when, fail: when }),
  fc.record({
    kind: fc.constant("scale" as const),
    ...common,
    steps: fc
      .uniqueArray(fc.nat(100), { minLength: 2, maxLength: RUBRIC_OPTIONS_MAX })
      .map((values) => values.toSorted((a, b) => a - b).map((value) => ({ value, when: "" }))),
  }),
  fc.record({
    kind: fc.constant("choice" as const),
    ...common,
    options: fc
      .uniqueArray(id, { minLength: 2, maxLength: RUBRIC_OPTIONS_MAX })
      .map((values) => values.map((value) => ({ value, name: value, when: "" }))),
  }),
  fc.record({ kind: fc.constant("text" as const), ...common, when }),
);
const rubric = fc.record({
  criteria: fc.uniqueArray(criterion, { minLength: 1, maxLength: 6, selector: (one) => one.id }),
  labels: fc
    .uniqueArray(id, { maxLength: 4 })
    .map((ids) => ids.map((own) => ({ id: own, name: own, when: "" }))),
});

/** A value that the criterion can be answered by. */
const answerTo = (one: Criterion): fc.Arbitrary<Answers[string]> =>
  one.kind === "text"
    ? fc.constant("words")
    : fc.constantFrom(...optionsOf(one).map(({ value }) => value));
const answersTo = ({ criteria }: Rubric) =>
  fc
    .tuple(...criteria.map((one) => answerTo(one)))
    .map((values) => Object.fromEntries(criteria.map((one, at) => [one.id, values[at] ?? ""])));
const judged = rubric.chain((of) => answersTo(of).map((answers) => ({ of, answers })));
const whole = { labels: [], marks: [] };

describe("a rubric", () => {
  it("is accepted in each of its kinds, and the one that the product comes with", () => {
    const { version: _, ...first } = FIRST_RUBRIC;
    expect(Rubric.safeParse(first).success).toBe(true);
    fc.assert(
      fc.property(rubric, (of) => {
        expect(Rubric.parse(of)).toEqual(of);
      }),
    );
  });

  it.each([
    [
      "a scale that does not rise",
      { kind: "scale", steps: [2, 2].map((value) => ({ value, when: "" })) },
    ],
    ["a scale of one step", { kind: "scale", steps: [{ value: 1, when: "" }] }],
    [
      "a choice with one value twice",
      { kind: "choice", options: [1, 2].map(() => ({ value: "a", name: "A", when: "" })) },
    ],
    ["more than its kind has", { kind: "pass", pass: "", fail: "", when: "" }],
  ])("is refused for %s", (_, part) => {
    const named = { id: "own", name: "Own", severity: 1, required: true };
    expect(Criterion.safeParse({ ...named, ...part }).success).toBe(false);
  });

  it("is refused for two criteria, or two labels, of one id", () => {
    fc.assert(
      fc.property(rubric, (of) => {
        const twice = <Item>(items: Item[]) => [...items, ...items];
        expect(Rubric.safeParse({ ...of, criteria: twice(of.criteria) }).success).toBe(false);
        const isEmpty = of.labels.length === 0;
        expect(Rubric.safeParse({ ...of, labels: twice(of.labels) }).success).toBe(isEmpty);
      }),
    );
  });
});

describe("a verdict", () => {
  it("is accepted where every answer is one of its criterion's", () => {
    fc.assert(
      fc.property(judged, ({ of, answers }) => {
        expect(faultOf(of, { answers, ...whole })).toBeNull();
        const labels = of.labels.map((label) => label.id);
        expect(faultOf(of, { answers, labels, marks: [] })).toBeNull();
      }),
    );
  });

  it("is refused without a required answer, and accepted without another one", () => {
    fc.assert(
      fc.property(judged, ({ of, answers }) => {
        for (const one of of.criteria) {
          const { [one.id]: _, ...others } = answers;
          expect(faultOf(of, { answers: others, ...whole }) !== null).toBe(one.required);
        }
      }),
    );
  });

  it("is refused with an answer, a label or a mark that the rubric does not have", () => {
    const other = fc.oneof(fc.integer(), fc.boolean(), fc.string());
    fc.assert(
      fc.property(judged, other, ({ of, answers }, value) => {
        for (const one of of.criteria) {
          const isFit = fits(one, value);
          const isFaulty = faultOf(of, { answers: { ...answers, [one.id]: value }, ...whole });
          expect(isFaulty === null).toBe(isFit);
        }
        expect(
          faultOf(of, { answers: { ...answers, "not-there": true }, ...whole }),
        ).not.toBeNull();
        expect(faultOf(of, { answers, labels: ["not-there"], marks: [] })).not.toBeNull();
        const mark = { place: { at: "event" as const, seq: 1 }, note: "", label: "not-there" };
        expect(faultOf(of, { answers, labels: [], marks: [mark] })).not.toBeNull();
      }),
    );
  });

  it("reads a draft from before there was a rubric", () => {
    expect(VerdictDraft.parse({ upheld: true, told: "", note: "" })).toMatchObject({
      rubric: null,
      answers: {},
      labels: [],
      marks: [],
    });
  });
});

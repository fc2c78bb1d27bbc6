/** Figures of judged cases: each is the number of the cases that it opens. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCounting } from "../../../contracts/inspector/review/decide-case.ts";
import { PartKind, VERDICT_CRITERION } from "../../../contracts/inspector/review/review-results.ts";
import type { Figure } from "../../../db/review/results/read-figures.ts";
import { inertText } from "./export-suite.ts";
import { foldCases, isBehind } from "./judged-cases.ts";
import { summariseCases } from "./summarise-cases.ts";

const names = (list: string[]) => fc.subarray(list);

/** By version: the first that asks the same. */
const ASKED: Record<number, Figure["asked"]> = {
  1: { tone: 1, fault: 1, ok: 1 },
  2: { tone: 1, fault: 2, ok: 1 },
  3: { tone: 3, fault: 1, ok: 1 },
};

const verdictOf = fc.record({
  rubric: fc.constantFrom(1, 2, 3),
  seat: fc.constantFrom(1, 2, 3),
  rater: fc.constantFrom("ana", "bo", "cy"),
  upheld: fc.boolean(),
  answers: fc.record(
    { tone: fc.integer({ min: 1, max: 5 }), fault: fc.constantFrom("a", "b"), ok: fc.boolean() },
    { requiredKeys: [] },
  ),
  seconds: fc.option(fc.integer({ min: 1, max: 900 })),
  day: fc.constantFrom("2026-03-08", "2026-03-09", "2026-03-10"),
});

const caseOf = fc.record({
  unit: fc.uuid(),
  runId: fc.option(fc.uuid()),
  verdicts: fc.array(verdictOf, { minLength: 1, maxLength: 4 }),
  reasons: names(["contested", "random", "denied"]),
  agents: names(["general", "users"]),
  prompts: names(["general@1", "users@1"]),
  policies: names(["write@2"]),
  model: fc.option(fc.constantFrom("a-model", "another")),
});

const figuresOf = fc
  .uniqueArray(caseOf, { selector: ({ unit }) => unit, maxLength: 40 })
  .map((cases) =>
    cases.flatMap(({ verdicts, ...common }): Figure[] =>
      verdicts.map((verdict, index) => ({
        ...common,
        ...verdict,
        asked: ASKED[verdict.rubric] ?? {},
        nth: index + 1,
      })),
    ),
  );

const all = { by: "all", of: "" } as const;

describe("results", () => {
  it("are the numbers of the cases that they open", () => {
    fc.assert(
      fc.property(figuresOf, (figures) => {
        const cases = foldCases(figures);
        const results = summariseCases(cases, new Map(), 0);
        const opened = (by: Parameters<typeof isBehind>[1]["by"], of = "") =>
          cases.filter((found) => isBehind(found, { by, of }));
        expect(opened("all")).toHaveLength(results.total.judged);
        expect(opened("sample")).toHaveLength(results.sample.judged);
        for (const kind of PartKind.options)
          for (const { key, judged, upheld } of results.parts[kind]) {
            const behind = opened(kind, key);
            expect(behind).toHaveLength(judged);
            expect(behind.filter((found) => isBehind(found, { ...all, wrong: "1" }))).toHaveLength(
              upheld,
            );
          }
        const [verdict] = results.agreement;
        expect(opened("pairs")).toHaveLength(verdict?.n ?? 0);
        for (const { criterion, raters, n } of results.raters)
          if (criterion === VERDICT_CRITERION)
            expect(opened("raters", raters.join("~"))).toHaveLength(n);
      }),
    );
  });

  it("compare two answers where both were asked the same", () => {
    fc.assert(
      fc.property(figuresOf, (figures) => {
        const cases = foldCases(figures);
        const compared = new Map<string, number>();
        for (const { pair } of cases)
          for (const criterion of ["tone", "fault", "ok"]) {
            if (!pair) continue;
            const [one, other] = pair;
            const version = one.asked[criterion];
            if (version !== other.asked[criterion]) continue;
            if (!(criterion in one.answers && criterion in other.answers)) continue;
            const key = `${criterion}@${version}`;
            compared.set(key, (compared.get(key) ?? 0) + 1);
          }
        const [, ...agreement] = summariseCases(cases, new Map(), 0).agreement;
        expect(
          new Map(agreement.map(({ criterion, rubric, n }) => [`${criterion}@${rubric}`, n])),
        ).toEqual(compared);
      }),
    );
  });

  it("are the same in whatever order cases are read", () => {
    const orders = figuresOf.chain((figures) =>
      fc.tuple(fc.constant(figures), fc.shuffledSubarray(figures, { minLength: figures.length })),
    );
    fc.assert(
      fc.property(orders, ([figures, others]) => {
        const summarise = (read: readonly Figure[]) => {
          const { agreement, raters, ...rest } = summariseCases(foldCases(read), new Map(), 0);
          const round = (value: number | null) => value && Number(value.toFixed(9)) + 0;
          return {
            ...rest,
            agreement: new Map(
              agreement.map((each) => [
                `${each.criterion}@${each.rubric}`,
                { ...each, alpha: round(each.alpha) },
              ]),
            ),
            raters: new Map(
              raters.map(({ kappa, ...each }) => [JSON.stringify(each), round(kappa)]),
            ),
          };
        };
        expect(summarise(others)).toEqual(summarise(figures));
      }),
    );
  });

  it("of a case are those of who decided, whoever corrects since, and the pair is the first of each judge", () => {
    const figure = (nth: number, seat: number, rater: string, upheld: boolean): Figure => ({
      unit: "u",
      runId: "r",
      nth,
      seat,
      rater,
      upheld,
      answers: {},
      seconds: nth,
      rubric: 1,
      asked: {},
      reasons: ["random"],
      agents: [],
      prompts: [],
      policies: [],
      model: null,
      day: `2026-03-0${nth}`,
    });
    const [found] = foldCases([
      figure(1, 1, "ana", true),
      figure(2, 2, "bo", false),
      figure(3, 3, "cy", false),
      figure(4, 1, "ana", true),
    ]);
    expect(found).toMatchObject({ upheld: false, day: "2026-03-03", counting: { nth: 3 } });
    expect(found?.pair?.map(({ nth }) => nth)).toEqual([1, 2]);
  });
});

describe("the verdict that counts", () => {
  const verdicts = fc.array(fc.record({ seat: fc.constantFrom(1, 2, 3), upheld: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  });

  it("is the last of who decides, else of the first judge, whatever others give", () => {
    fc.assert(
      fc.property(verdicts, (given) => {
        const seats = [3, 1, 2].filter((seat) => given.some((each) => each.seat === seat));
        expect(findCounting(given)).toBe(given.findLast(({ seat }) => seat === seats[0]));
      }),
    );
  });
});

describe("a text in a suite", () => {
  it("is no template and no address, and is what it was but for characters that nobody sees", () => {
    const hostile = fc.array(
      fc.constantFrom(
        "{",
        "}",
        "#}",
        "%",
        "#",
        "file://",
        "package:",
        "python:",
        " ",
        "env.HOME",
        "a",
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          hostile.map((parts) => parts.join("")),
        ),
        (text) => {
          const inert = inertText(text);
          expect(inert).not.toMatch(/\{[{%#]|[}%#]\}|^\s*[a-z]+:/i);
          expect(inert.replaceAll("\u2060", "")).toBe(text.replaceAll("\u2060", ""));
        },
      ),
    );
  });
});

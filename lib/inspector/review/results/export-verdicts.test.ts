/** The file of verdicts: what it says by role, and that another program computes our figures from it. */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { installPackage } from "../../../../scripts/testing/install-package.ts";
import type { Actor } from "../../../access/actor.ts";
import type { ReviewResults } from "../../../contracts/inspector/review/review-results.ts";
import { db } from "../../../db/client.ts";
import { storeVerdict } from "../../../db/review/judge-case.ts";
import { changeRubric } from "../../../db/review/judging/rubrics.ts";
import { takeCase } from "../../../db/review/take-case.ts";
import { contest, endedTurn } from "../../../db/review/testing/contested-turn.ts";
import { verdictOf } from "../../../db/review/testing/verdicts.ts";
import { createPerson, provideTestDatabase } from "../../../db/testing/turn-fixtures.ts";
import { exportSuite } from "./export-suite.ts";
import { exportVerdicts } from "./export-verdicts.ts";
import { inspectFigure, inspectResults } from "./inspect-results.ts";

// Before the first read of the settings.
process.env.AUDITORS_SEE_CONVERSATIONS = "reviewed";
process.env.PAYLOAD_REASON = "required";
provideTestDatabase();

let auditor: Actor;

beforeEach(async () => {
  await db().reviewFigure.deleteMany();
  await db().reviewCase.deleteMany();
  await db().reviewRubric.deleteMany();
  auditor = await createPerson("auditor");
});

type Format = "csv" | "jsonl";

async function readFile(actor: Actor, format: Format): Promise<string> {
  return (await Array.fromAsync(exportVerdicts(actor, { range: "30d", format }))).join("");
}

const readRows = async (actor: Actor): Promise<Record<string, unknown>[]> =>
  (await readFile(actor, "jsonl"))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

type Answers = Record<string, string | number | boolean>;
type Given = { rater: string; upheld: boolean; answers?: Answers; rubric?: number };

/** Judged by two, and erased since. */
async function storePair(...pair: readonly [Given, Given]): Promise<void> {
  const unit = randomUUID();
  await db().reviewFigure.createMany({
    data: pair.map((given, index) => ({
      answers: {},
      ...given,
      unit,
      day: new Date(),
      nth: index + 1,
      seat: index + 1,
      reasons: ["random"],
    })),
  });
}

describe("the figures of four cases", () => {
  it("are those that one computes by hand", async () => {
    for (const [one, other] of [
      [true, true],
      [true, true],
      [false, false],
      [false, true],
    ] as const)
      await storePair({ rater: "ana", upheld: one }, { rater: "bo", upheld: other });
    const results = await inspectResults(auditor, { range: "30d" });
    // Five of eight are true: 1 - (2 / 8) / (2 * 5 * 3 / (8 * 7)).
    expect(results.agreement).toEqual([
      {
        criterion: "_verdict",
        rubric: null,
        distance: "nominal",
        n: 4,
        percent: 0.75,
        alpha: expect.closeTo(0.5333, 4),
      },
    ]);
    expect(results).toMatchObject({ total: { judged: 4, upheld: 2 }, erased: 4, raters: [] });
    expect(results.sample).toMatchObject({
      judged: 4,
      upheld: 2,
      interval: { low: expect.closeTo(0.15, 3), high: expect.closeTo(0.85, 3) },
    });
    const behind = await inspectFigure(auditor, { range: "30d", by: "pairs", of: "" });
    expect(behind).toEqual({ cases: [], total: 4, erased: 4 });
  });
});

/** Reads the file, and computes kappa and alpha with NLTK alone. */
const PROGRAM = `
import csv, json, sys
from collections import Counter
from itertools import combinations
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import binary_distance

rows = [row for row in csv.DictReader(sys.stdin) if row["blind"] == "true"]
figures = {}
for question in sorted({row["question"] for row in rows}):
    given = [row for row in rows if row["question"] == question]
    both = Counter(row["case"] for row in given)
    given = [row for row in given if both[row["case"]] == 2]
    if not given:
        continue
    isScale = all(row["value"].isdigit() for row in given)
    data = [(row["rater"], row["case"], int(row["value"]) if isScale else row["value"]) for row in given]
    counts = Counter(label for _, _, label in data)
    def by_rank(one, other):
        low, high = sorted([one, other])
        between = sum(count for label, count in counts.items() if low <= label <= high)
        return (between - (counts[low] + counts[high]) / 2) ** 2 if low != high else 0.0
    alpha = AnnotationTask(data, by_rank if isScale else binary_distance).alpha()
    kappas = {}
    for one, other in combinations(sorted({rater for rater, _, _ in data}), 2):
        common = {item for rater, item, _ in data if rater == one} & {item for rater, item, _ in data if rater == other}
        if len(common) >= 20:
            task = AnnotationTask([each for each in data if each[1] in common], binary_distance)
            kappas[one + "~" + other] = round(task.kappa_pairwise(one, other), 4)
    figures[question] = {"alpha": round(alpha, 4), "kappas": kappas}
print(json.dumps(figures))
`;

/** That of the system comes first: it is the one that gets packages of the system. */
const PYTHONS = ["/usr/bin/python3", "python3"];

const findPython = () =>
  PYTHONS.find(
    (python) => spawnSync(python, ["-c", "import nltk"], { stdio: "ignore" }).status === 0,
  );

/** Installs NLTK where that is possible. @returns null where it is not there */
function providePython(): string | null {
  if (!findPython()) installPackage("python3-nltk");
  return findPython() ?? null;
}

const PYTHON = providePython();

const round = (value: number | null) => value && Number(value.toFixed(4));

function ourFigures({ agreement, raters }: ReviewResults) {
  const keyOf = ({ criterion, rubric }: { criterion: string; rubric: number | null }) =>
    rubric === null ? criterion : `${criterion}@${rubric}`;
  const of = (question: string) => raters.filter((each) => keyOf(each) === question);
  return Object.fromEntries(
    agreement
      .map((each) => [keyOf(each), each.alpha] as const)
      .map(([question, alpha]) => [
        question,
        {
          alpha: round(alpha),
          kappas: Object.fromEntries(
            of(question).map(({ raters: both, kappa }) => [both.join("~"), round(kappa)]),
          ),
        },
      ]),
  );
}

/** Of pairs: version 3 calls the criteria otherwise, and in version 4 a scale is a choice. */
const VERSIONS = [
  [2, 2],
  [2, 3],
  [4, 4],
  [3, 4],
] as const;

async function storeRubrics(): Promise<void> {
  const admin = await createPerson("admin");
  const steps = ["step-0", "step-1", "step-2", "step-3", "step-4"];
  const choice = (values: readonly string[]) => ({
    kind: "choice" as const,
    options: values.map((value) => ({ value, name: value, when: "" })),
  });
  const scale = {
    kind: "scale" as const,
    steps: steps.map((_, index) => ({ value: index + 1, when: "" })),
  };
  for (const [from, name, tone] of [
    [1, "A name", scale],
    [2, "Another name", scale],
    [3, "Another name", choice(steps)],
  ] as const) {
    const common = { name, severity: 1 as const, required: false };
    const criteria = [
      { id: "tone", ...common, ...tone },
      { id: "ok", ...common, kind: "pass" as const, pass: "", fail: "" },
      { id: "fault", ...common, ...choice(["none", "source", "tool", "tone", "other"]) },
    ];
    await changeRubric(admin, { from, rubric: { criteria, labels: [] } });
  }
}

/** The same numbers each time, evenly in 0–1. */
function* evenly(): Generator<number, never> {
  for (let state = 41; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

describe.skipIf(PYTHON === null)("NLTK", () => {
  it("computes our kappa and alpha from the file, to four decimals", async () => {
    const numbers = evenly();
    const next = () => numbers.next().value;
    await storeRubrics();
    const given = (rater: string, truth: number, rubric: number): Given => {
      const seen = next() < 0.7 ? truth : Math.floor(next() * 5);
      return {
        rater,
        rubric,
        upheld: seen > 2,
        answers: {
          tone: rubric === 4 ? `step-${seen}` : seen + 1,
          ok: seen > 1,
          ...(next() < 0.8 && { fault: ["none", "source", "tool", "tone", "other"][seen] ?? "" }),
        },
      };
    };
    for (const [one, other, count] of [
      ["ana", "bo", 80],
      ["ana", "cy", 24],
      ["bo", "cy", 12],
    ] as const)
      for (let at = 0; at < count; at += 1) {
        const truth = Math.floor(next() * 5);
        const [first, second] = VERSIONS[at % VERSIONS.length] ?? [2, 2];
        await storePair(given(one, truth, first), given(other, truth, second));
      }
    const input = await readFile(auditor, "csv");
    const { stdout, stderr } = spawnSync(PYTHON ?? "", ["-c", PROGRAM], {
      input,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    const ours = ourFigures(await inspectResults(auditor, { range: "30d" }));
    expect(JSON.parse(stdout)).toEqual(ours);
    expect(Object.keys(ours).toSorted()).toEqual([
      "_verdict",
      "fault@2",
      "ok@2",
      "tone@2",
      "tone@4",
    ]);
    expect(Object.keys(ours["tone@2"]?.kappas ?? {})).toEqual(["ana~bo"]);
    expect(Object.keys(ours._verdict?.kappas ?? {})).toEqual(["ana~bo", "ana~cy"]);
  });
});

describe("the file", () => {
  it("has no words but one's own, is on record, and says so to an admin alone who opened the run", async () => {
    const turn = await endedTurn();
    await contest(turn, "zqwords");
    await takeCase(auditor, turn.runId);
    await storeVerdict(auditor, turn.runId, verdictOf({ told: "=zqtold" }));
    const others = [await createPerson("auditor"), await createPerson("admin")];
    for (const other of others) {
      for (const format of ["csv", "jsonl"] as const)
        expect(await readFile(other, format)).not.toContain("zq");
      const where = { actorId: other.userId, action: "verdicts.exported" };
      const [row] = await db().auditEvent.findMany({ where, orderBy: { at: "asc" } });
      expect(row?.detail).toEqual({ format: "csv", range: "30d", cases: 1 });
      expect(JSON.parse(await exportSuite(other, "30d"))).toMatchObject({ tests: [] });
    }
    const [overall, ...answers] = await readRows(auditor);
    expect(answers.map(({ criterion, value }) => [criterion, value])).toEqual([
      ["acts", "as-agreed"],
      ["true", false],
      ["asked", true],
    ]);
    expect(overall).toEqual(
      expect.objectContaining({
        run_id: turn.runId,
        criterion: "_verdict",
        value: true,
        counts: "true",
        blind: "false",
        reasons: "contested",
        note: "zqnote",
        masked: "false",
      }),
    );
    expect(await readFile(auditor, "csv")).toContain(`"'=zqtold"`);
  });
});

describe("the suite", () => {
  it("has the questions and answers that the operator may read", async () => {
    const turn = await endedTurn();
    await contest(turn);
    await takeCase(auditor, turn.runId);
    await storeVerdict(auditor, turn.runId, verdictOf({ told: "x", note: "" }));
    await db().message.update({
      where: { id: turn.answerMessageId },
      data: { content: "{{env.HOME}}" },
    });
    const where = { runId: turn.runId };
    await db().reviewSeat.create({
      data: { ...where, seat: 1, userId: auditor.userId, until: new Date(Date.now() + 60_000) },
    });
    const suite = JSON.parse(await exportSuite(auditor, "30d"));
    expect(suite.tests).toMatchObject([
      {
        vars: { question: "Hello", answer: "{\u2060{env.HOME}\u2060}" },
        metadata: { upheld: true, reasons: ["contested"] },
        assert: [{ type: "not-equals" }],
      },
    ]);
  });
});

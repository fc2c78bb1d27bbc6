/** Words of judged cases go once they are old; the rest of the case stays, and the full check tells that from an edit. */
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { findEdits } from "../audit/covered/find-edits.ts";
import { db } from "../client.ts";
import { applyRetention } from "../erasure/retention/apply-retention.ts";
import { sweepDatabase } from "../testing/sweep-database.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { WORD_COLUMNS } from "./erase-words.ts";
import { returnVerdicts } from "./forget/return-verdicts.ts";
import { storeVerdict } from "./judge-case.ts";
import { writeJudge } from "./model-judge/judge-versions.ts";
import { recordScore } from "./model-judge/judge-work.ts";
import { readContests } from "./read-contests.ts";
import { keepDraft, takeCase } from "./take-case.ts";
import { contest, type EndedTurn, endedTurn } from "./testing/contested-turn.ts";
import { draftOf, verdictOf } from "./testing/verdicts.ts";

provideTestDatabase();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const WORDS = ["zqcontest", "zqtold", "zqnote", "zqcause", "zqmark"];
const LEFT = [
  "review_reason.words",
  ...["told", "note", "answers", "marks"].map((column) => `review_verdict.${column}`),
];
const PLACE = { at: "answer", from: 0, to: 1 } as const;
const VERDICT = verdictOf({
  answers: { true: false, asked: true, acts: "as-agreed", cause: "zqcause" },
  marks: [{ place: PLACE, note: "zqmark", label: "source" }],
});

let auditor: Actor;
beforeEach(async () => {
  await db().reviewCase.deleteMany();
  auditor = await createPerson("auditor");
});

/** Rows of the trail have the time of the process. */
async function asOf(at: Date, act: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  await act().finally(() => vi.useRealTimers());
}

/** A case in which everything was written so many days ago, also by the trail. */
async function caseOf(days: number, isJudged = true): Promise<EndedTurn> {
  const at = daysAgo(days);
  const turn = await endedTurn();
  await db().message.update({
    where: { id: turn.answerMessageId },
    data: { content: "An answer" },
  });
  await asOf(at, () => contest(turn, "zqcontest"));
  await takeCase(auditor, turn.runId);
  if (isJudged) await asOf(at, () => storeVerdict(auditor, turn.runId, VERDICT));
  else await keepDraft(auditor, turn.runId, draftOf({ note: "zqdraft" }));
  const where = { runId: turn.runId };
  await db().reviewReason.updateMany({ where, data: { at } });
  await db().reviewVerdict.updateMany({ where, data: { at } });
  await db().reviewSeat.updateMany({ where, data: { until: at } });
  await asOf(at, returnVerdicts);
  return turn;
}

const placesOf = async () => Object.values(await sweepDatabase(WORDS)).flat();
/** Of these runs, those whose reviews the full check finds edited. */
async function editedOf(...turns: readonly EndedTurn[]): Promise<string[]> {
  const found = (await findEdits()).filter(({ fault }) => fault === "review-edited");
  const runIds = turns.map(({ runId }) => runId);
  return runIds.filter((runId) => found.some((edit) => edit.runId === runId));
}

describe("retention of reviews", () => {
  it("erases the words of an old case, which stays as it was judged, and is no edit", async () => {
    const turn = await caseOf(40);
    const { actor, runId } = turn;
    expect(await applyRetention("reviews", 50)).toMatchObject({ review_verdict: 0 });
    expect(await placesOf()).toEqual(LEFT);
    const rows = {
      review_reason: 1,
      review_verdict: 1,
      review_seat: 0,
      review_comment: 0,
      review_score: 0,
    };
    expect(await applyRetention("reviews", 30)).toEqual(rows);
    expect(await placesOf()).toEqual([]);
    const [shown] = await readContests(actor, { runId });
    expect(shown?.contest).toMatchObject({
      state: "judged",
      verdict: { upheld: true, words: "" },
    });
    expect(await db().reviewVerdict.findFirst({ where: { runId } })).toMatchObject({
      answers: { true: false, asked: true, acts: "as-agreed" },
      labels: VERDICT.labels,
      marks: [{ place: PLACE, note: "", label: "source" }],
    });
    expect(await editedOf(turn)).toEqual([]);
    const applied = { action: "retention.applied", target: "retention:reviews" };
    expect(await db().auditEvent.count({ where: applied })).toBe(1);
    expect(await applyRetention("reviews", 30)).toMatchObject({ review_verdict: 0 });
    expect(await db().auditEvent.count({ where: applied })).toBe(1);
  });

  it("erases the reason of a model's score, which is no edit, and is one where it is young", async () => {
    await db().reviewJudge.deleteMany();
    const version = await writeJudge(await createPerson("admin"), { prompt: "p", model: null });
    const [old, young] = [await caseOf(40), await caseOf(20)];
    for (const [{ runId }, days] of [
      [old, 40],
      [young, 20],
    ] as const) {
      const score = { runId, version, outcome: "scored", score: 90, reason: "zqcause" } as const;
      await asOf(daysAgo(days), () => recordScore(score, []));
      await db().reviewScore.updateMany({ where: { runId }, data: { at: daysAgo(days) } });
    }
    expect(await applyRetention("reviews", 30)).toMatchObject({ review_score: 1 });
    expect(await db().reviewScore.findFirst({ where: { runId: old.runId } })).toMatchObject({
      score: 90,
      reason: "",
    });
    expect(await editedOf(old, young)).toEqual([]);
    const where = { runId: young.runId };
    for (const data of [{ score: 10 }, { reason: "" }]) {
      await db().reviewScore.updateMany({ where, data });
      expect(await editedOf(old, young)).toEqual([young.runId]);
      await db().reviewScore.updateMany({ where, data: { score: 90, reason: "zqcause" } });
    }
  });

  it("keeps everything at 0 days", async () => {
    await caseOf(4_000);
    expect(await applyRetention("reviews", 0)).toEqual({});
    expect(await placesOf()).toEqual(LEFT);
  });

  it("erases the draft of a case that waits, and not the words that it is judged by", async () => {
    await caseOf(40, false);
    expect(await applyRetention("reviews", 30)).toMatchObject({ review_seat: 1 });
    expect(await sweepDatabase(["zqcontest", "zqdraft"])).toEqual({
      zqcontest: ["review_reason.words"],
      zqdraft: [],
    });
  });

  it("does not hide who blanks words that it would have kept, or that stand otherwise", async () => {
    const [old, young] = [await caseOf(40), await caseOf(20)];
    await applyRetention("reviews", 30);
    expect(await editedOf(old, young)).toEqual([]);
    for (const { runId } of [old, young]) {
      const verdict = await db().reviewVerdict.findFirstOrThrow({ where: { runId } });
      const where = { runId_nth: { runId, nth: 1 } };
      const edits = [
        ...[{ upheld: false }, { told: "other" }, { nth: 2 }, { seat: 2 }, { rubric: 2 }],
        ...[
          { answers: { cause: "other" } },
          { marks: [{ place: PLACE, note: "other", label: null }] },
        ],
      ];
      const wordless = { told: "", note: "", answers: {}, marks: [] };
      const blanks = runId === young.runId ? [wordless, { note: "" }, { marks: [] }] : [];
      for (const data of [...edits, ...blanks]) {
        await db().reviewVerdict.update({ where, data });
        expect(await editedOf(old, young), JSON.stringify(data)).toEqual([runId]);
        await db().reviewVerdict.deleteMany({ where: { runId } });
        const { answers, labels, marks, ...row } = verdict;
        await db().reviewVerdict.create({
          data: { ...row, answers: answers ?? {}, labels: labels ?? [], marks: marks ?? [] },
        });
      }
    }
    await db().reviewReason.updateMany({ where: { runId: young.runId }, data: { words: "" } });
    expect(await editedOf(old, young)).toEqual([young.runId]);
  });
});

it("leaves words where a case is open, or somebody wrote in it since, whatever the cases are", async () => {
  const turns = [await endedTurn(), await endedTurn(), await endedTurn()];
  const planted = fc.record({
    state: fc.constantFrom("open", "judged", "closed"),
    contested: fc.integer({ min: 1, max: 60 }),
    verdicts: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
  });
  const three = fc.tuple(planted, planted, planted);
  await fc.assert(
    fc.asyncProperty(three, fc.integer({ min: 1, max: 60 }), async (cases, days) => {
      await db().reviewCase.deleteMany();
      for (const [index, { state, contested, verdicts }] of cases.entries())
        await plant(turns[index] as EndedTurn, state, contested, verdicts);
      await applyRetention("reviews", days);
      for (const [index, { state, contested, verdicts }] of cases.entries()) {
        const where = { runId: turns[index]?.runId ?? "" };
        const isKept = state === "open" || [contested, ...verdicts].some((age) => age <= days);
        const words = [
          ...(await db().reviewReason.findMany({ where })).map((row) => row.words),
          ...(await db().reviewVerdict.findMany({ where })).flatMap((row) => [row.told, row.note]),
        ];
        expect(words).toHaveLength(1 + 2 * verdicts.length);
        expect(words.every((said) => (said !== "") === isKept)).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

async function plant(
  { runId, conversationId }: EndedTurn,
  state: string,
  contested: number,
  verdicts: readonly number[],
): Promise<void> {
  const salt = crypto.randomUUID();
  // A minute younger than whole days, so that the time of the test does not matter.
  const at = (days: number) => new Date(daysAgo(days).getTime() + 60_000);
  await db().reviewCase.create({
    data: {
      runId,
      conversationId,
      state,
      urgency: 1,
      reference: runId,
      reasons: {
        create: { kind: "contested", figure: "not-true", words: "a", salt, at: at(contested) },
      },
      verdicts: {
        create: verdicts.map((days, index) => {
          const words = { told: "b", note: "c" };
          return { nth: index + 1, upheld: true, ...words, salt, at: at(days) };
        }),
      },
    },
  });
}

/** Columns of free text that hold nobody's words of a case. */
const NO_WORDS = [
  "review_case.assigned_to",
  "review_case.reference",
  "review_case.state",
  "review_comment.user_id",
  "review_figure.answers",
  "review_figure.model",
  "review_figure.rater",
  "review_judge.made_by",
  "review_judge.model",
  "review_judge.off_reason",
  "review_judge.prompt",
  "review_reason.figure",
  "review_reason.kind",
  "review_reason.sent_by",
  "review_rubric.criteria",
  "review_rubric.labels",
  "review_rubric.made_by",
  "review_rule.kind",
  "review_rule.made_by",
  "review_rule.name",
  "review_rule.threshold",
  "review_score.calls",
  "review_score.outcome",
  "review_seat.user_id",
  "review_verdict.judged_by",
  "review_verdict.labels",
];

it("knows each column that may hold words", async () => {
  const columns = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name LIKE 'review\\_%' AND data_type IN ('text', 'jsonb')`;
  expect(columns.map(({ name }) => name).toSorted()).toEqual(
    [...WORD_COLUMNS, ...NO_WORDS].toSorted(),
  );
});

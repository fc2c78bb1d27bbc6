/** Cases that more than one reviewer judges: who sits where, what they read of one another, and what comes of it. */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { ADJUDICATOR } from "../../../contracts/inspector/review/decide-case.ts";
import { findEdits } from "../../audit/covered/find-edits.ts";
import { db, kysely } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { hasVerdictNews, markVerdictsRead } from "../contest-answer.ts";
import { storeVerdict } from "../judge-case.ts";
import { readCase } from "../read-case.ts";
import { readContests } from "../read-contests.ts";
import { listCases } from "../review-cases.ts";
import { queueRun } from "../rules/queue-run.ts";
import { leaveCase, takeCase } from "../take-case.ts";
import { contest, type EndedTurn, endedTurn } from "../testing/contested-turn.ts";
import { settle, verdictOf } from "../testing/verdicts.ts";
import { undoVerdict } from "./undo-verdict.ts";

provideTestDatabase();

let turn: EndedTurn;
let [first, second, third]: Actor[] = [];

const ask = (asks: number) => db().reviewCase.updateMany({ data: { asks } });
/** In place of the contested one. */
async function queue(): Promise<void> {
  await db().reviewCase.deleteMany();
  const { runId, conversationId } = turn;
  const queued = { runId, conversationId, kind: "thumbs-down", figure: "", rule: null } as const;
  await kysely()
    .transaction()
    .execute((transaction) =>
      queueRun(transaction, { ...queued, actorId: null, severity: 1, judges: 1 }),
    );
}
const take = (actor: Actor) => takeCase(actor, turn.runId);
const judge = (actor: Actor, upheld: boolean, told = "zqtold") =>
  storeVerdict(actor, turn.runId, verdictOf({ upheld, told }));
const correct = (actor: Actor, upheld: boolean, told = "zqtold") =>
  storeVerdict(actor, turn.runId, verdictOf({ upheld, told }), "correct");
const told = async () => (await readContests(turn.actor, "all"))[0]?.contest.verdict ?? null;
const rows = (action: string) =>
  db().auditEvent.findMany({ where: { action, runId: turn.runId }, orderBy: { at: "asc" } });
const faults = async () =>
  (await findEdits()).filter(({ fault }) => fault === "review-edited").map(({ runId }) => runId);
const reviewers = () => [first, second, third].filter((actor) => actor !== undefined);

beforeEach(async () => {
  await db().reviewCase.deleteMany();
  await db().user.updateMany({ where: { role: { not: "user" } }, data: { role: "user" } });
  turn = await endedTurn();
  await contest(turn, "zqcontest");
  [first, second, third] = await Promise.all([1, 2, 3].map(() => createPerson("auditor")));
});

/** Both have judged it, and found what is given. */
async function judgeBoth(one: boolean, other: boolean): Promise<void> {
  await ask(2);
  const [judge1, judge2] = reviewers();
  if (!judge1 || !judge2) return;
  await take(judge1);
  await take(judge2);
  await judge(judge1, one, "zqfirst");
  await judge(judge2, other, "zqsecond");
}

const [FIRST, SECOND, THIRD] = [0, 1, 2].map((at) => () => reviewers()[at] as Actor) as [
  () => Actor,
  () => Actor,
  () => Actor,
];

describe("a case that two judge", () => {
  it("has two seats at once, for two people", async () => {
    await ask(2);
    const taken = await Promise.all(reviewers().map(take));
    expect(taken.filter((runId) => runId !== null)).toHaveLength(2);
    const seats = await db().reviewSeat.findMany();
    expect(seats.map(({ seat }) => seat).toSorted()).toEqual([1, 2]);
    expect(new Set(seats.map(({ userId }) => userId)).size).toBe(2);
  });

  it("is judged where they agree, by the first one's words, and the trail says so", async () => {
    await judgeBoth(true, true);
    expect(await told()).toBeNull();
    await settle();
    expect(await told()).toMatchObject({ upheld: true, words: "zqfirst" });
    expect((await rows("review.decided")).map(({ detail }) => detail)).toEqual([
      { nth: 1, upheld: true },
    ]);
    expect((await readCase(FIRST(), turn.runId)).others).toMatchObject([{ told: "zqsecond" }]);
  });

  it("waits for a third where they differ, who reads both, and decides", async () => {
    await judgeBoth(true, false);
    await settle();
    expect(await told()).toBeNull();
    for (const judged of [FIRST(), SECOND()]) {
      expect((await readCase(judged, turn.runId)).others).toEqual([]);
      expect(await take(judged)).toBeNull();
    }
    expect(await take(THIRD())).toBe(turn.runId);
    const found = await readCase(THIRD(), turn.runId);
    expect(found.seat).toBe(ADJUDICATOR);
    expect(found.others.map((other) => other.told)).toEqual(["zqfirst", "zqsecond"]);
    await judge(THIRD(), false, "zqthird");
    expect(await told()).toBeNull();
    await settle();
    expect(await told()).toMatchObject({ upheld: false, words: "zqthird" });
    expect(await faults()).not.toContain(turn.runId);
  });

  it("differs in a criterion that both had to answer", async () => {
    await ask(2);
    await take(FIRST());
    await take(SECOND());
    await judge(FIRST(), true);
    const answers = { ...verdictOf().answers, acts: "too-much" };
    await storeVerdict(SECOND(), turn.runId, verdictOf({ answers }));
    expect(await db().reviewCase.findFirst()).toMatchObject({ state: "open", asks: ADJUDICATOR });
  });

  it("tells the trail nothing of what the first one found, before the second one has judged", async () => {
    await ask(2);
    await take(FIRST());
    await judge(FIRST(), true);
    const [row] = await rows("review.judged");
    expect(Object.keys(row?.detail as object)).not.toContain("upheld");
    expect(await rows("review.decided")).toEqual([]);
  });

  it("says whom it lacks, and stays open", async () => {
    const lacks = async () => (await listCases(FIRST())).cases[0]?.lacks;
    await ask(2);
    expect(await lacks()).toBe(false);
    await db().user.updateMany({
      where: { id: { in: [SECOND().userId, THIRD().userId] } },
      data: { role: "user" },
    });
    expect(await lacks()).toBe(true);
    await take(FIRST());
    await judge(FIRST(), true);
    expect(await lacks()).toBe(true);
    expect((await readContests(turn.actor, "all"))[0]?.contest.state).toBe("waiting");
    await db().user.update({ where: { id: SECOND().userId }, data: { role: "auditor" } });
    expect(await lacks()).toBe(false);
  });
});

describe("undoing a verdict", () => {
  beforeEach(async () => {
    await take(FIRST());
    await judge(FIRST(), true);
  });

  it("gives the seat back with what was written, and the person never reads it", async () => {
    expect((await listCases(FIRST())).undo).toMatchObject({ runId: turn.runId });
    expect((await listCases(SECOND())).undo).toBeNull();
    expect(await hasVerdictNews(turn.actor)).toBe(false);
    await markVerdictsRead(turn.actor);
    expect(await undoVerdict(FIRST(), turn.runId)).toBeInstanceOf(Date);
    expect(await readCase(FIRST(), turn.runId)).toMatchObject({
      state: "taken",
      verdict: null,
      draft: { upheld: true, told: "zqtold", labels: ["source"] },
    });
    expect(await take(SECOND())).toBeNull();
    await settle();
    expect(await told()).toBeNull();
    expect(await rows("review.undone")).toHaveLength(1);
    expect(await faults()).not.toContain(turn.runId);
    await judge(FIRST(), false);
    await settle();
    expect(await told()).toMatchObject({ upheld: false, corrected: false });
    expect(await faults()).not.toContain(turn.runId);
  });

  it("is found where somebody puts the verdict back, or takes one away that was not undone", async () => {
    const stored = await db().reviewVerdict.findMany();
    await undoVerdict(FIRST(), turn.runId);
    await db().reviewVerdict.createMany({ data: stored as never });
    expect(await faults()).toContain(turn.runId);
    await db().reviewVerdict.deleteMany();
    expect(await faults()).not.toContain(turn.runId);
    await judge(FIRST(), true);
    await db().reviewVerdict.deleteMany();
    expect(await faults()).toContain(turn.runId);
  });

  it("is over after a while, and is nobody else's", async () => {
    const over = { code: "undo-over" };
    await expect(undoVerdict(SECOND(), turn.runId)).rejects.toMatchObject(over);
    await expect(undoVerdict(await createPerson(), turn.runId)).rejects.toMatchObject({
      code: "forbidden",
    });
    await settle();
    await expect(undoVerdict(FIRST(), turn.runId)).rejects.toMatchObject(over);
    expect((await listCases(FIRST())).undo).toBeNull();
  });

  it("is over once two have judged: who judges again would know what the other one found", async () => {
    await db().reviewCase.deleteMany();
    await contest(turn);
    await judgeBoth(true, false);
    for (const judged of [FIRST(), SECOND()])
      await expect(undoVerdict(judged, turn.runId)).rejects.toMatchObject({ code: "undo-over" });
  });

  it("is over once the person has contested, whatever was judged and wherever the next one sits", async () => {
    const over = { code: "undo-over" };
    const contestAndUndo = async (who: Actor) => {
      await contest(turn);
      expect((await listCases(who)).undo).toBeNull();
      await expect(undoVerdict(who, turn.runId)).rejects.toMatchObject(over);
      expect(await take(THIRD())).toBe(turn.runId);
      await expect(undoVerdict(who, turn.runId)).rejects.toMatchObject(over);
      expect((await readCase(THIRD(), turn.runId)).others).not.toEqual([]);
    };
    await queue();
    await take(FIRST());
    await judge(FIRST(), true);
    await contestAndUndo(FIRST());

    await queue();
    await take(FIRST());
    await judge(FIRST(), true);
    await correct(FIRST(), false);
    await contestAndUndo(FIRST());

    await queue();
    await judgeBoth(true, false);
    const fourth = await createPerson("auditor");
    await take(fourth);
    await judge(fourth, true);
    await contestAndUndo(fourth);
  });

  it("is over, with the verdict as it was, where somebody else has the seat", async () => {
    await db().reviewSeat.create({
      data: { runId: turn.runId, seat: 1, userId: SECOND().userId, until: new Date() },
    });
    await expect(undoVerdict(FIRST(), turn.runId)).rejects.toMatchObject({ code: "undo-over" });
    expect(await db().reviewVerdict.count()).toBe(1);
    expect(await rows("review.undone")).toEqual([]);
  });
});

describe("correcting a verdict", () => {
  it("takes its place, is news, and leaves the first one in the trail", async () => {
    await take(FIRST());
    await judge(FIRST(), true);
    await settle();
    await markVerdictsRead(turn.actor);
    await correct(FIRST(), false, "zqcorrected");
    expect(await told()).toMatchObject({ upheld: true, corrected: false });
    expect(await hasVerdictNews(turn.actor)).toBe(false);
    await settle();
    expect(await told()).toMatchObject({ upheld: false, words: "zqcorrected", corrected: true });
    expect(await hasVerdictNews(turn.actor)).toBe(true);
    expect((await rows("review.judged")).map(({ detail }) => detail)).toMatchObject([
      { nth: 1, upheld: true },
      { nth: 2, upheld: false },
    ]);
    expect(await faults()).not.toContain(turn.runId);
  });

  it("is for the reviewer who gave it, once the case is decided", async () => {
    await ask(2);
    await take(FIRST());
    await judge(FIRST(), true);
    const left = { code: "case-left" };
    await expect(correct(FIRST(), false)).rejects.toMatchObject(left);
    await take(SECOND());
    await judge(SECOND(), true);
    await expect(correct(THIRD(), false)).rejects.toMatchObject(left);
    await expect(correct(await createPerson(), false)).rejects.toMatchObject({ code: "forbidden" });
    await correct(SECOND(), false);
    expect(await db().reviewCase.findFirst()).toMatchObject({ state: "open", asks: ADJUDICATOR });
  });
});

describe("a verdict that the run or the rubric does not fit", () => {
  beforeEach(() => take(FIRST()));
  const mark = (place: object) => ({ marks: [{ place, note: "", label: null }] as never });

  it.each([
    ["another version", { rubric: 7 }],
    ["an unknown answer", { answers: { ...verdictOf().answers, clear: 4 } }],
    ["a missing answer", { answers: {} }],
    ["an unknown label", { labels: ["not-there"] }],
    ["an event that is not there", mark({ at: "event", seq: 9_999 })],
    ["a hop that is not there", mark({ at: "hop", hopRef: "h99" })],
    ["an event that is no model call", mark({ at: "call", seq: 1 })],
    ["more than the answer has", mark({ at: "answer", from: 0, to: 100_000 })],
  ])("is refused: %s", async (_, change) => {
    const attempt = storeVerdict(FIRST(), turn.runId, verdictOf(change));
    await expect(attempt).rejects.toMatchObject({ code: "invalid" });
    expect(await db().reviewVerdict.count()).toBe(0);
    expect((await readCase(FIRST(), turn.runId)).until).not.toBeNull();
  });
});

const STEPS = [
  "take",
  "leave",
  "expire",
  "uphold",
  "refuse",
  "undo",
  "correct",
  "contest",
] as const;
const step = fc.record({ who: fc.nat(3), what: fc.constantFrom(...STEPS) });

/** What is true of a case whatever its reviewers did. */
async function checkCase(people: readonly Actor[]): Promise<void> {
  const verdicts = await db().reviewVerdict.findMany({ orderBy: { nth: "asc" } });
  const found = await db().reviewCase.findFirstOrThrow();
  const seatsOf = (userId: string) =>
    new Set(verdicts.filter(({ judgedBy }) => judgedBy === userId).map(({ seat }) => seat));
  for (const { userId } of people) expect(seatsOf(userId).size).toBeLessThanOrEqual(1);
  for (const seat of [1, 2, 3])
    expect(
      new Set(verdicts.filter((one) => one.seat === seat).map(({ judgedBy }) => judgedBy)).size,
    ).toBeLessThanOrEqual(1);
  expect(seatsOf(turn.actor.userId).size).toBe(0);
  const judges = new Set(verdicts.map(({ seat }) => seat)).size;
  const isDecided = found.state !== "open";
  expect(isDecided && judges < (found.asks === 2 ? 2 : 1)).toBe(false);
  for (const actor of people) {
    const others = people.filter((other) => other !== actor).map(({ userId }) => userId);
    const listed = JSON.stringify(await listCases(actor));
    for (const other of others) expect(listed).not.toContain(`zq${other}`);
    const read = await readCase(actor, turn.runId).catch(() => null);
    const mayRead = read?.seat === ADJUDICATOR || (isDecided && seatsOf(actor.userId).size > 0);
    const seen = JSON.stringify(read ?? {});
    if (!mayRead) for (const other of others) expect(seen).not.toContain(`zq${other}`);
  }
  if (!isDecided) expect(await told()).toBeNull();
}

it("is judged once by each, blind, whatever order they come in", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 2),
      fc.array(step, { maxLength: 12 }),
      async (asks, steps) => {
        turn = await endedTurn();
        await queue();
        await ask(asks);
        const own: Actor = { ...turn.actor, role: "auditor" };
        const people = [...reviewers(), own];
        for (const { who, what } of steps) {
          const actor = people[who] as Actor;
          const words = `zq${actor.userId}`;
          const acts = {
            take: () => take(actor),
            leave: () => leaveCase(actor, turn.runId),
            expire: () => db().reviewSeat.updateMany({ data: { until: new Date(0) } }),
            uphold: () => judge(actor, true, words),
            refuse: () => judge(actor, false, words),
            undo: () => undoVerdict(actor, turn.runId),
            correct: () => correct(actor, true, words),
            contest: () => contest(turn),
          };
          const expected = /^(case-left|undo-over)$/;
          await Promise.resolve(acts[what]()).catch((error: { code?: string }) =>
            expect(error.code).toMatch(expected),
          );
          await checkCase(people);
        }
        await settle();
        await checkCase(people);
      },
    ),
    { numRuns: 15 },
  );
});

it("lets nobody sit or judge twice where all come at once", async () => {
  await ask(2);
  const three = reviewers();
  await Promise.all([...three, ...three].map(take));
  await Promise.allSettled([...three, ...three].map((actor) => judge(actor, true)));
  const verdicts = await db().reviewVerdict.findMany();
  expect(verdicts.map(({ seat }) => seat).toSorted()).toEqual([1, 2]);
  expect(new Set(verdicts.map(({ judgedBy }) => judgedBy)).size).toBe(2);
  expect(await db().reviewSeat.count()).toBe(0);
});

/** What a verdict leaves in figures: while its conversation is there, and once it is erased. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { db, kysely } from "../../client.ts";
import { eraseConversation } from "../../erasure/erase.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { storeVerdict } from "../judge-case.ts";
import { takeCase } from "../take-case.ts";
import { contest, type EndedTurn, endedTurn } from "../testing/contested-turn.ts";
import { verdictOf } from "../testing/verdicts.ts";
import {
  countWaiting,
  exportFigures,
  type Figure,
  readFigures,
  readRaters,
  readReferences,
} from "./read-figures.ts";
import { readSaidInRuns, readVerdictWords } from "./read-words.ts";
import { recordFigure } from "./review-figures.ts";

provideTestDatabase();

const LONG_AGO = "2000-01-01";

const CRITERIA = [
  { id: "right", kind: "pass" },
  { id: "tone", kind: "scale" },
  { id: "fault", kind: "choice" },
  { id: "why", kind: "text" },
] as const;
const CHOSEN = { right: false, tone: 3, fault: "made-up" };
const ANSWERS = { ...CHOSEN, why: "zqwritten", gone: "zqgone" };

let turn: EndedTurn;
let auditor: Actor;

beforeEach(async () => {
  await db().reviewFigure.deleteMany();
  await db().reviewCase.deleteMany();
  turn = await endedTurn();
  auditor = await createPerson("auditor");
  await contest(turn, "zqwords");
});

const figures = async (): Promise<Figure[]> => (await readFigures(auditor, LONG_AGO)).figures;

async function judge(judging: Actor, upheld = true): Promise<void> {
  await takeCase(judging, turn.runId);
  await storeVerdict(judging, turn.runId, verdictOf({ upheld }));
}

/** As the second of two, whose verdict does not settle the case alone. */
async function judgeAsSecond(second: Actor): Promise<void> {
  const { runId } = turn;
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      const verdict = { run_id: runId, nth: 2, seat: 2, upheld: false, told: "", note: "" };
      await transaction
        .insertInto("review_verdict")
        .values({ ...verdict, judged_by: second.userId, salt: crypto.randomUUID(), seconds: 40 })
        .execute();
      await recordFigure(transaction, { runId, nth: 2, criteria: CRITERIA, answers: ANSWERS });
    });
}

describe("a verdict", () => {
  it("is told to nobody without the permission", async () => {
    const { actor: person, runId } = turn;
    const detail = { format: "csv", range: "30d" };
    for (const attempt of [
      () => readFigures(person, LONG_AGO),
      () => exportFigures(person, LONG_AGO, detail),
      () => countWaiting(person),
      () => readRaters(person),
      () => readReferences(person, [runId]),
      () => readVerdictWords(person, [runId], "all"),
      () => readSaidInRuns(person, [runId], "all"),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "forbidden" });
    expect(await db().auditEvent.count({ where: { action: { startsWith: "verdicts." } } })).toBe(0);
  });

  it("counts with what the run was made with, and reading it is on record", async () => {
    await db().run.update({
      where: { id: turn.runId },
      data: { tags: ["agent:general", "agent:users", "tool:x"], model: "a-model" },
    });
    await judge(auditor);
    const [figure] = await figures();
    expect(figure).toMatchObject({
      runId: turn.runId,
      nth: 1,
      day: new Date().toISOString().slice(0, 10),
      upheld: true,
      reasons: ["contested"],
      agents: ["general", "users"],
      model: "a-model",
    });
    const read = { actorId: auditor.userId, action: "verdicts.read" };
    expect(await db().auditEvent.count({ where: read })).toBe(1);
    const own = await readRaters(auditor);
    expect([...own.keys()]).toEqual([figure?.rater]);
    expect((await readRaters(await createPerson("admin"))).has(figure?.rater ?? "")).toBe(true);
  });

  it("is not told while the case is judged by another one, too", async () => {
    await judge(auditor);
    await db().reviewCase.updateMany({ data: { state: "open" } });
    expect(await figures()).toEqual([]);
    expect(await countWaiting(auditor)).toEqual({ open: 1, overdue: 0, sampled: 0 });
    await db().reviewCase.updateMany({ data: { since: new Date(LONG_AGO) } });
    expect(await countWaiting(auditor)).toEqual({ open: 1, overdue: 1, sampled: 0 });
  });

  it("that is undone leaves no figure", async () => {
    await judge(auditor);
    await db().reviewVerdict.deleteMany();
    expect(await figures()).toEqual([]);
  });

  it("shows its words to who gave it, and to who opened the run, but never to its person", async () => {
    await judge(auditor);
    const other = await createPerson("auditor");
    const { runId, actor } = turn;
    const read = async (reader: Actor, opened: "all" | Set<string>) =>
      (await readVerdictWords(reader, [runId], opened)).map(({ note }) => note);
    expect(await read(auditor, new Set())).toEqual(["zqnote"]);
    expect(await read(other, new Set())).toEqual([]);
    expect(await read(other, new Set([runId]))).toEqual(["zqnote"]);
    await db().user.update({ where: { id: actor.userId }, data: { role: "admin" } });
    expect(await read({ ...actor, role: "admin" }, "all")).toEqual([]);
    expect(await readSaidInRuns(other, [runId], new Set())).toEqual([]);
    expect(await readSaidInRuns(other, [runId], new Set([runId]))).toMatchObject([
      { question: "Hello" },
    ]);
  });
});

describe("an erased conversation", () => {
  const erase = () => eraseConversation(null, turn.conversationId);
  const stored = async () =>
    JSON.stringify(await db().reviewFigure.findMany({ omit: { answers: true } }));

  it("leaves its figures, and nothing that names it, its person or a lone judge", async () => {
    await judge(auditor);
    const [before] = await figures();
    expect(await erase()).toMatchObject({ ok: true });
    const { runId: _run, rater: _rater, ...stays } = before ?? {};
    expect(await figures()).toEqual([{ ...stays, runId: null, rater: null }]);
    const { runId, conversationId, answerMessageId, actor } = turn;
    for (const name of [runId, conversationId, answerMessageId, actor.userId, auditor.userId, "zq"])
      expect(await stored()).not.toContain(name);
  });

  it("keeps what was chosen, not what was written, and apart who judged where two did", async () => {
    await judge(auditor);
    await judgeAsSecond(await createPerson("auditor"));
    const before = await figures();
    await erase();
    const after = await figures();
    expect(after.map(({ rater }) => rater)).toEqual(before.map(({ rater }) => rater));
    expect(new Set(after.map(({ rater }) => rater)).size).toBe(2);
    expect(new Set(after.map(({ unit }) => unit)).size).toBe(1);
    expect(after.map(({ seat, answers }) => [seat, answers])).toEqual([
      [1, { true: false, asked: true, acts: "as-agreed" }],
      [2, CHOSEN],
    ]);
  });
});

describe("a case", () => {
  it("is of the period in which the verdict was given that it counts by", async () => {
    const units = { overruled: crypto.randomUUID(), corrected: crypto.randomUUID() };
    const figure = (unit: string, nth: number, seat: number) => ({
      unit,
      nth,
      seat,
      day: new Date(`2026-03-0${nth}`),
      upheld: true,
    });
    const { overruled, corrected } = units;
    await db().reviewFigure.createMany({
      data: [
        ...[1, 2, 3, 1].map((seat, index) => figure(overruled, index + 1, seat)),
        ...[1, 2, 2, 1].map((seat, index) => figure(corrected, index + 1, seat)),
      ],
    });
    const read = async (since: string) =>
      (await readFigures(auditor, since)).figures.map(({ unit, nth }) => [unit, nth]);
    const all = (unit: string) => [1, 2, 3, 4].map((nth) => [unit, nth]);
    expect(await read("2026-03-03")).toEqual([...all(corrected), ...all(overruled)]);
    expect(await read("2026-03-04")).toEqual(all(corrected));
  });
});

/** Versions of the rubric: who changes it, and what the trail says of it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { FIRST_RUBRIC } from "../../../contracts/inspector/review/first-rubric.ts";
import type { Rubric } from "../../../contracts/inspector/review/rubric.ts";
import { findEditedRubrics } from "../../audit/covered/find-edited-rubrics.ts";
import { findEdits } from "../../audit/covered/find-edits.ts";
import { db } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { type Judging, storeVerdict } from "../judge-case.ts";
import { keepDraft, takeCase } from "../take-case.ts";
import { contest, endedTurn } from "../testing/contested-turn.ts";
import { draftOf, verdictOf } from "../testing/verdicts.ts";
import { changeRubric, readRubric } from "./rubrics.ts";

provideTestDatabase();

const { version: _, ...FIRST } = FIRST_RUBRIC;
const named = (name: string): Rubric => ({
  ...FIRST,
  criteria: FIRST.criteria.map((one, at) => (at === 0 ? { ...one, name } : one)),
});

let admin: Actor;
const newest = async () => (await readRubric(admin)).rubric.version;

beforeAll(async () => {
  admin = await createPerson("admin");
});

describe("the rubric", () => {
  it("is the product's at first, and for reviewers alone", async () => {
    const read = await readRubric(await createPerson("auditor"));
    expect(read).toEqual({ rubric: FIRST_RUBRIC, madeBy: null, at: null, mayChange: false });
    await expect(readRubric(await createPerson())).rejects.toMatchObject({ code: "forbidden" });
  });

  it("is changed by an admin, as a new version with its row of the trail", async () => {
    await changeRubric(admin, { from: 1, rubric: named("é\0\ud800") });
    const read = await readRubric(admin);
    expect(read).toMatchObject({ rubric: { version: 2 }, mayChange: true });
    expect(read.rubric.criteria[0]?.name).toBe("é\ufffd");
    const rows = await db().auditEvent.findMany({ where: { action: "review.rubric-changed" } });
    expect(rows).toMatchObject([{ actorId: admin.userId, detail: { version: 2 } }]);
    expect(await findEditedRubrics()).toEqual([]);
  });

  it.each(["user", "auditor"] as const)("is not changed by the role %s", async (role) => {
    const before = await newest();
    const attempt = changeRubric(await createPerson(role), { from: before, rubric: FIRST });
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
    expect(await newest()).toBe(before);
  });

  it("has one next version where several change it at once", async () => {
    const before = await newest();
    const tried = await Promise.allSettled(
      [1, 2, 3].map(() => changeRubric(admin, { from: before, rubric: FIRST })),
    );
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of tried)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "rubric-changed" });
    expect(await newest()).toBe(before + 1);
  });

  it.each([
    "UPDATE review_rubric SET labels = '[]'",
    "UPDATE review_rubric SET version = version + 10",
    `UPDATE review_rubric SET criteria = jsonb_set(criteria, '{0,pass}', '"other"')`,
    "UPDATE review_rubric SET criteria = '[]'",
    "DELETE FROM review_rubric",
    "INSERT INTO review_rubric SELECT version + 10, criteria, labels FROM review_rubric",
  ])("is found edited: %s", async (edit) => {
    await changeRubric(admin, { from: await newest(), rubric: named("Own") });
    const stored = await db().reviewRubric.findMany();
    expect(await findEditedRubrics()).toEqual([]);
    await db().$executeRawUnsafe(edit);
    expect((await findEdits()).map(({ fault }) => fault)).toContain("rubric-edited");
    await db().reviewRubric.deleteMany();
    await db().reviewRubric.createMany({ data: stored as never });
  });
});

describe("a verdict", () => {
  it("is given by a version that was in force since the case was taken, and corrected by the newest", async () => {
    const before = await newest();
    const judge = await createPerson("auditor");
    const take = async () => {
      const turn = await endedTurn();
      await contest(turn);
      await takeCase(judge, turn.runId);
      return turn.runId;
    };
    const give = (runId: string, rubric: number, judging?: Judging) =>
      storeVerdict(judge, runId, verdictOf({ rubric }), judging);
    const stale = { code: "rubric-changed" };
    const [early, since] = [await take(), await take()];
    await changeRubric(admin, { from: before, rubric: FIRST });
    await give(early, before);
    await expect(give(early, before, "correct")).rejects.toMatchObject(stale);
    await give(early, before + 1, "correct");
    await give(since, before + 1);
    const late = await take();
    await keepDraft(judge, late, draftOf({ rubric: before }));
    await expect(give(late, before)).rejects.toMatchObject(stale);
    await expect(give(late, before + 2)).rejects.toMatchObject({ code: "invalid" });
    await give(late, before + 1);
  });
});

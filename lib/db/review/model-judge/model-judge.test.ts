/** The stored side of the model judge: versions, scores, the queue, the two splits, and who reads what. */
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { ScoreOutcome } from "../../../contracts/inspector/review/model-judge.ts";
import { findEdits } from "../../audit/covered/find-edits.ts";
import { findEditedScores } from "../../audit/covered/reviews/find-edited-judges.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { db, kysely } from "../../client.ts";
import { eraseConversation } from "../../erasure/erase.ts";
import { listAudit } from "../../inspector/list-audit.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { storeVerdict } from "../judge-case.ts";
import { listCases } from "../review-cases.ts";
import { takeCase } from "../take-case.ts";
import { contest, type EndedTurn, endedTurn } from "../testing/contested-turn.ts";
import { settle, verdictOf } from "../testing/verdicts.ts";
import { countJudged, listTuningCases, readScore } from "./count-judged.ts";
import {
  endJudgeBelowFloor,
  judgeInForce,
  listJudges,
  switchOffJudge,
  writeJudge,
} from "./judge-versions.ts";
import { findJudgeWork, recordScore } from "./judge-work.ts";

provideTestDatabase();

let admin: Actor;
let auditor: Actor;
beforeEach(async () => {
  await db().reviewCase.deleteMany();
  await db().reviewJudge.deleteMany();
  await db().auditEvent.deleteMany({ where: { action: { startsWith: "review." } } });
  [admin, auditor] = [await createPerson("admin"), await createPerson("auditor")];
});

const write = (prompt = "zqprompt") => writeJudge(admin, { prompt, model: null });

async function newCase(): Promise<EndedTurn> {
  const turn = await endedTurn();
  await contest(turn);
  return turn;
}

const score = ({ runId }: EndedTurn, version: number, percent: number, reason = "") =>
  recordScore({ runId, version, outcome: "scored", score: percent, reason }, []);

async function judge({ runId }: EndedTurn, upheld: boolean, by = auditor): Promise<void> {
  await takeCase(by, runId);
  await storeVerdict(by, runId, verdictOf({ upheld }));
  await settle();
}

const DIGEST = expect.stringMatching(/^[0-9a-f]{64}$/);

const isTest = ({ runId }: EndedTurn) =>
  (createHash("sha256").update(`review-judge ${runId}`).digest()[0] ?? 0) < 128;

/** A case of the wanted split. */
async function caseIn(split: "test" | "tuning"): Promise<EndedTurn> {
  for (;;) {
    const turn = await newCase();
    if (isTest(turn) === (split === "test")) return turn;
    await db().reviewCase.delete({ where: { runId: turn.runId } });
  }
}

const rows = (action: string) =>
  db().auditEvent.findMany({ where: { action }, orderBy: { at: "asc" } });

describe("a version", () => {
  it("is refused to everybody without the permission", async () => {
    const refused = { code: "forbidden" };
    for (const who of [auditor, await createPerson()]) {
      await expect(writeJudge(who, { prompt: "x", model: null })).rejects.toMatchObject(refused);
      await expect(switchOffJudge(who)).rejects.toMatchObject(refused);
      await expect(listJudges(who)).rejects.toMatchObject(refused);
      await expect(listTuningCases(who, 1)).rejects.toMatchObject(refused);
    }
    await expect(readScore(await createPerson(), crypto.randomUUID())).rejects.toMatchObject(
      refused,
    );
    expect(await db().reviewJudge.count()).toBe(0);
  });

  it("is none at first, takes the place of the one before, and stands in the trail by its digest", async () => {
    expect(await judgeInForce()).toBeNull();
    expect([await write("zqone"), await write("zqtwo")]).toEqual([1, 2]);
    expect(await judgeInForce()).toEqual({ version: 2, prompt: "zqtwo", model: null });
    const written = await rows("review.judge-written");
    expect(written.map(({ detail }) => detail)).toMatchObject([
      { version: 1, prompt: createHash("sha256").update("zqone").digest("hex") },
      { version: 2 },
    ]);
    expect(JSON.stringify(written)).not.toMatch(/zqone|zqtwo/);
    expect((await rows("review.judge-ended")).map(({ detail }) => detail)).toMatchObject([
      { version: 1, why: "replaced" },
    ]);
  });

  it("has one number each where two are written at once, and one is in force", async () => {
    const made = await Promise.all([write("a"), write("b"), write("c")]);
    expect(new Set(made).size).toBe(3);
    expect(await db().reviewJudge.count({ where: { endedAt: null } })).toBe(1);
  });

  it("ends below its floor by the server, with its figures on record", async () => {
    const version = await write();
    await endJudgeBelowFloor(version + 1);
    expect(await judgeInForce()).not.toBeNull();
    await endJudgeBelowFloor(version);
    expect(await judgeInForce()).toBeNull();
    const [row] = await rows("review.judge-ended");
    expect(row).toMatchObject({
      actorId: null,
      detail: { why: "below-floor", wrong: { found: 0, of: 0 }, right: { found: 0, of: 0 } },
    });
    expect((await listJudges(admin))[0]).toMatchObject({ offReason: "below-floor" });
  });
});

describe("a score", () => {
  it("moves a case forward among its like by a day at most, closes nothing, and ends with its version", async () => {
    const version = await write();
    const [first, second, third] = [await newCase(), await newCase(), await newCase()];
    const order = async () => (await listCases(auditor)).cases.map(({ runId }) => runId);
    expect(await order()).toEqual([first.runId, second.runId, third.runId]);
    await score(first, version, 10);
    await score(third, version, 90);
    expect(await order()).toEqual([third.runId, first.runId, second.runId]);
    const stored = await db().reviewCase.findMany();
    expect(new Set(stored.map(({ state }) => state))).toEqual(new Set(["open"]));
    for (const { since, sortedAt } of stored) {
      expect(since.getTime() - sortedAt.getTime()).toBeGreaterThanOrEqual(0);
      expect(since.getTime() - sortedAt.getTime()).toBeLessThanOrEqual(86_400_000);
    }
    expect(await takeCase(auditor, null)).toBe(third.runId);
    await switchOffJudge(admin);
    expect(await order()).toEqual([first.runId, second.runId, third.runId]);
  });

  it("never comes before a more urgent case", async () => {
    const version = await write();
    const [urgent, other] = [await newCase(), await newCase()];
    await db().reviewCase.update({ where: { runId: other.runId }, data: { urgency: 1 } });
    await score(other, version, 100);
    expect(await takeCase(auditor, null)).toBe(urgent.runId);
  });

  it("is stored once, and not by a version that has ended", async () => {
    const version = await write();
    const turn = await newCase();
    expect(await score(turn, version, 10)).toBe(true);
    expect(await score(turn, version, 90)).toBe(false);
    expect(await findJudgeWork(version, 5)).toEqual([]);
    const next = await write();
    expect(await score(turn, version, 90)).toBe(false);
    expect(await findJudgeWork(next, 5)).toEqual([turn.runId]);
    expect((await rows("review.scored")).map(({ detail }) => detail)).toMatchObject([{ version }]);
  });

  it.each(ScoreOutcome.options)(
    "tells the trail neither outcome nor score: %s",
    async (outcome) => {
      const version = await write();
      const { runId } = await newCase();
      const percent = outcome === "scored" ? 87 : null;
      await recordScore({ runId, version, outcome, score: percent, reason: "zqreason" }, []);
      const [row] = await rows("review.scored");
      expect(row?.detail).toEqual({ version, reason: DIGEST, judgement: DIGEST });
      const { events } = await listAudit(admin, { show: "all", action: "review.scored" });
      expect(events.map(({ facts }) => facts?.map(([name]) => name).toSorted())).toEqual([
        ["judgement", "version"],
      ]);
    },
  );

  it("is compared with a row of an earlier version, which has outcome and score in clear", async () => {
    const version = await write();
    const turn = await newCase();
    const { runId } = turn;
    await score(turn, version, 90, "zqreason");
    const [row] = await rows("review.scored");
    await db().auditEvent.deleteMany({ where: { action: "review.scored" } });
    const { reason } = Object(row?.detail) as { reason: string };
    const of = { actorId: null, target: `run:${runId}`, outcome: "allowed", runId } as const;
    const detail = { version, outcome: "scored", score: 90, reason };
    await recordAudit(kysely(), { ...of, action: "review.scored", detail });
    expect(await findEditedScores()).toEqual([]);
    await db().reviewScore.updateMany({ data: { score: 10 } });
    expect(await findEditedScores()).toMatchObject([{ runId }]);
  });

  it("is read by who judged the case, behind their verdict, and by nobody else", async () => {
    const version = await write();
    const turn = await newCase();
    await score(turn, version, 90, "zqreason");
    expect(await readScore(auditor, turn.runId)).toBeNull();
    await takeCase(auditor, turn.runId);
    expect(await readScore(auditor, turn.runId)).toBeNull();
    await storeVerdict(auditor, turn.runId, verdictOf());
    // It can be undone, and given again.
    expect(await readScore(auditor, turn.runId)).toBeNull();
    await settle();
    expect(await readScore(auditor, turn.runId)).toMatchObject({ score: 90, reason: "zqreason" });
    expect(await readScore(admin, turn.runId)).toBeNull();
    expect(await readScore({ ...turn.actor, role: "admin" }, turn.runId)).toBeNull();
    // Somebody else is to judge it, too.
    await db().reviewCase.update({ where: { runId: turn.runId }, data: { state: "open" } });
    expect(await readScore(auditor, turn.runId)).toBeNull();
    for (const said of [
      await listCases(auditor),
      await listJudges(admin),
      (await rows("review.scored")).map(({ detail }) => detail),
    ])
      expect(JSON.stringify(said)).not.toContain("zqreason");
  });

  it("is read by neither of two judges before both have judged, and by none while a third is to decide", async () => {
    const version = await write();
    const turn = await newCase();
    await score(turn, version, 90);
    await db().reviewCase.update({ where: { runId: turn.runId }, data: { asks: 2 } });
    const other = await createPerson("auditor");
    await judge(turn, true);
    expect(await readScore(auditor, turn.runId)).toBeNull();
    await judge(turn, false, other);
    for (const who of [auditor, other]) expect(await readScore(who, turn.runId)).toBeNull();
    await judge(turn, false, admin);
    for (const who of [auditor, other, admin])
      expect(await readScore(who, turn.runId)).toMatchObject({ score: 90 });
  });

  it("no longer sorts a case that opens again after its version has ended", async () => {
    const version = await write();
    const turn = await newCase();
    await score(turn, version, 100);
    await judge(turn, true);
    await switchOffJudge(admin);
    const { since, sortedAt } = await db().reviewCase.findUniqueOrThrow({
      where: { runId: turn.runId },
    });
    expect(sortedAt).toEqual(since);
  });

  it("goes with its conversation", async () => {
    const version = await write();
    const turn = await newCase();
    await score(turn, version, 90, "zqreason");
    await eraseConversation(admin, turn.conversationId);
    expect(await db().reviewScore.count()).toBe(0);
    expect((await listJudges(admin))[0]).toMatchObject({ version });
  });
});

describe("the splits", () => {
  it("measure a version on the one, and show an admin the other", async () => {
    const version = await write();
    const [seen, caught, missed] = [
      await caseIn("tuning"),
      await caseIn("test"),
      await caseIn("test"),
    ];
    const passed = await caseIn("test");
    for (const [turn, percent, upheld] of [
      [seen, 10, true],
      [caught, 90, true],
      [missed, 50, true],
      [passed, 20, false],
    ] as const) {
      await score(turn, version, percent, "zqreason");
      await judge(turn, upheld);
    }
    expect(await countJudged(version)).toEqual({
      wrong: { found: 1, of: 2 },
      right: { found: 1, of: 1 },
      withoutScore: 0,
    });
    const tuning = await listTuningCases(admin, version);
    expect(tuning).toMatchObject([{ runId: seen.runId, score: 10, upheld: true }]);
    expect(JSON.stringify(tuning)).not.toContain("zqreason");
    const own: Actor = { userId: seen.actor.userId, role: "admin" };
    expect(await listTuningCases(own, version)).toEqual([]);
  });

  it("are the same for each version: what one shows, none is measured on", async () => {
    const turns = await Promise.all(Array.from({ length: 12 }, newCase));
    for (const turn of turns) await judge(turn, true);
    const shown = new Set<string>();
    for (const version of [await write(), await write(), await write()]) {
      await db().reviewJudge.updateMany({ where: { version }, data: { endedAt: null } });
      for (const turn of turns) await score(turn, version, 90);
      for (const { runId } of await listTuningCases(admin, version)) shown.add(runId);
      const { wrong } = await countJudged(version);
      expect(wrong.of).toBe(turns.filter(isTest).length);
    }
    expect([...shown].toSorted()).toEqual(
      turns
        .filter((turn) => !isTest(turn))
        .map(({ runId }) => runId)
        .toSorted(),
    );
  });

  it("measure by the verdict that decided, and not by one that was corrected with the score at hand", async () => {
    const version = await write();
    const [differing, corrected] = [await caseIn("test"), await caseIn("test")];
    for (const turn of [differing, corrected]) await score(turn, version, 90);
    await db().reviewCase.update({ where: { runId: differing.runId }, data: { asks: 2 } });
    await judge(differing, true);
    await judge(differing, false, await createPerson("auditor"));
    expect(await countJudged(version)).toMatchObject({ wrong: { of: 0 }, right: { of: 0 } });
    await judge(differing, false, admin);
    await judge(corrected, true);
    await storeVerdict(auditor, corrected.runId, verdictOf({ upheld: false }), "correct");
    await settle();
    expect(await countJudged(version)).toMatchObject({
      wrong: { found: 1, of: 1 },
      right: { found: 0, of: 1 },
    });
  });

  it("count a case without a score as that, and an open one not at all", async () => {
    const version = await write();
    const [commanded, open] = [await caseIn("test"), await caseIn("test")];
    const { runId } = commanded;
    await recordScore({ runId, version, outcome: "commanded", score: null, reason: "" }, []);
    await score(open, version, 90);
    await judge(commanded, true);
    expect(await countJudged(version)).toMatchObject({ wrong: { of: 0 }, withoutScore: 1 });
  });
});

const EDITS = [
  "UPDATE review_score SET score = 1",
  "UPDATE review_score SET score = NULL",
  "UPDATE review_score SET outcome = 'failed'",
  "UPDATE review_score SET reason = reason || '.'",
  "UPDATE review_score SET version = 2",
  "DELETE FROM review_score",
  "UPDATE review_judge SET prompt = prompt || '.' WHERE version = 2",
  "UPDATE review_judge SET model = 'x' WHERE version = 2",
  "UPDATE review_judge SET made_by = NULL WHERE version = 2",
  "UPDATE review_judge SET ended_at = now(), off_reason = 'below-floor' WHERE version = 2",
  "UPDATE review_judge SET ended_at = NULL, off_reason = NULL WHERE version = 1",
  "UPDATE review_judge SET off_reason = 'below-floor' WHERE version = 1",
  "DELETE FROM review_judge WHERE version = 2",
  "INSERT INTO review_judge (version, prompt) VALUES (9, 'mine')",
];

it("differs from the trail after each edit, and the full check says so", async () => {
  const version = await write('zq "first" \\ é');
  const turn = await newCase();
  const faults = async () =>
    (await findEdits()).filter(
      ({ fault, runId, name }) =>
        fault === "review-edited" && (runId === turn.runId || name !== null),
    ).length;
  await score(turn, version, 90, 'zq "words" \\ é');
  await write("zqsecond");
  const [judges, scores] = [await db().reviewJudge.findMany(), await db().reviewScore.findMany()];
  expect(await faults()).toBe(0);
  for (const edit of EDITS) {
    await db().$executeRawUnsafe(edit);
    expect(await faults(), edit).toBeGreaterThan(0);
    await db().reviewJudge.deleteMany();
    await db().reviewJudge.createMany({ data: judges });
    await db().reviewScore.deleteMany();
    await db().reviewScore.createMany({ data: scores as never });
    expect(await faults(), edit).toBe(0);
  }
});

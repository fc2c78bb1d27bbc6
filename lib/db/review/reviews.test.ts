/** A contested answer: whose it is, who has the case, what they find, and what its person reads. */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { LooksProof } from "../../audit/bundle/looks-proof.ts";
import { findEdits } from "../audit/covered/find-edits.ts";
import { db } from "../client.ts";
import { exportConversation, writeConversation } from "../conversations/export-conversations.ts";
import { getConversation } from "../conversations/get-conversation.ts";
import { eraseConversation } from "../erasure/erase.ts";
import { readTakenRuns } from "../inspector/opening/taken-cases.ts";
import { proveLooks } from "../looks/prove-looks.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { contestAnswer, hasVerdictNews, markVerdictsRead } from "./contest-answer.ts";
import { storeVerdict } from "./judge-case.ts";
import { readCase } from "./read-case.ts";
import { readContests } from "./read-contests.ts";
import { listCases } from "./review-cases.ts";
import { keepDraft, leaveCase, takeCase } from "./take-case.ts";
import { contest, type EndedTurn, endedTurn } from "./testing/contested-turn.ts";
import { draftOf, settle, verdictOf } from "./testing/verdicts.ts";

provideTestDatabase();

let turn: EndedTurn;
let auditor: Actor;

beforeEach(async () => {
  await db().reviewCase.deleteMany();
  turn = await endedTurn();
  auditor = await createPerson("auditor");
});

const UPHELD = verdictOf();
const shownContest = async () =>
  (await getConversation(turn.actor, turn.conversationId)).messages.find(
    ({ id }) => id === turn.answerMessageId,
  )?.contest;
const rows = (action: string) =>
  db().auditEvent.findMany({ where: { action, runId: turn.runId }, orderBy: { at: "asc" } });
/** The seat's time is over. */
const expire = () => db().reviewSeat.updateMany({ data: { until: new Date(0) } });

describe("contesting an answer", () => {
  it("gives a reference once, with a row of the trail that has a commitment to the words", async () => {
    const first = await contest(turn, "zqwords");
    expect(first).toMatchObject({ state: "waiting", verdict: null, isNews: false });
    expect(await contest(turn, "again")).toEqual(first);
    expect(await shownContest()).toEqual(first);
    const found = await rows("answer.contested");
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      actorId: turn.actor.userId,
      subjectId: turn.actor.userId,
      detail: { reference: first.reference, what: "not-true" },
    });
    expect(JSON.stringify(found)).not.toContain("zqwords");
  });

  it("is one case where two tabs contest at once", async () => {
    const made = await Promise.all([contest(turn, "one"), contest(turn, "other")]);
    expect(made[0]).toEqual(made[1]);
    expect(await rows("answer.contested")).toHaveLength(1);
  });

  it.each([
    ["another person", () => createPerson()],
    ["an admin", () => createPerson("admin")],
  ])("is refused to %s", async (_, who) => {
    const { answerMessageId } = turn;
    const attempt = contestAnswer(await who(), { answerMessageId, what: "not-true", words: "" });
    await expect(attempt).rejects.toMatchObject({ code: "not-found" });
    expect(await db().reviewCase.count()).toBe(0);
  });

  it("is refused for an answer that is being written, and in a deleted conversation", async () => {
    const where = { id: turn.answerMessageId };
    await db().message.update({ where, data: { ending: null } });
    await expect(contest(turn)).rejects.toMatchObject({ code: "not-found" });
    await db().message.update({ where, data: { ending: "complete" } });
    await db().conversation.update({
      where: { id: turn.conversationId },
      data: { deletedAt: new Date() },
    });
    await expect(contest(turn)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a case", () => {
  beforeEach(() => contest(turn, "zqwords"));

  it("is nobody's without the permission", async () => {
    const somebody = await createPerson();
    const { runId } = turn;
    const refused = { code: "forbidden" };
    await expect(listCases(somebody)).rejects.toMatchObject(refused);
    await expect(readCase(somebody, runId)).rejects.toMatchObject(refused);
    await expect(takeCase(somebody, null)).rejects.toMatchObject(refused);
    await expect(keepDraft(somebody, runId, {})).rejects.toMatchObject(refused);
    await expect(leaveCase(somebody, runId)).rejects.toMatchObject(refused);
    await expect(storeVerdict(somebody, runId, UPHELD)).rejects.toMatchObject(refused);
  });

  it("shows its words to nobody but who has it", async () => {
    const other = await createPerson("admin");
    expect(JSON.stringify(await listCases(auditor))).not.toContain("zqwords");
    await expect(readCase(auditor, turn.runId)).rejects.toMatchObject({ code: "not-found" });
    expect(await takeCase(auditor, null)).toBe(turn.runId);
    expect((await readCase(auditor, turn.runId)).reasons[0]?.words).toBe("zqwords");
    await expect(readCase(other, turn.runId)).rejects.toMatchObject({ code: "not-found" });
    expect(await shownContest()).toMatchObject({ state: "taken" });
    await expire();
    await expect(readCase(auditor, turn.runId)).rejects.toMatchObject({ code: "not-found" });
  });

  it("opens the turns up to its own, and nothing without the row of the trail", async () => {
    expect(await readTakenRuns(auditor)).toEqual([]);
    await takeCase(auditor, turn.runId);
    expect(await readTakenRuns(auditor)).toEqual([turn.runId]);
    const [row] = await rows("review.taken");
    expect(row).toMatchObject({ actorId: auditor.userId, subjectId: turn.actor.userId });
    const intruder = await createPerson("auditor");
    await db().reviewSeat.updateMany({ data: { userId: intruder.userId } });
    expect(await readTakenRuns(intruder)).toEqual([]);
    expect(await readTakenRuns(auditor)).toEqual([]);
  });

  it("is proved to its person by the row that it was taken by", async () => {
    await takeCase(auditor, turn.runId);
    const { lines } = LooksProof.parse(await proveLooks(turn.actor));
    expect(lines).toMatchObject([{ opened: { detail: { conversationId: turn.conversationId } } }]);
  });

  it("is not for its own person to judge", async () => {
    const { userId } = turn.actor;
    const own: Actor = { userId, role: "auditor" };
    expect((await listCases(own)).cases[0]).toMatchObject({ isOwn: true });
    expect(await takeCase(own, null)).toBeNull();
    expect(await takeCase(own, turn.runId)).toBeNull();
  });

  it("is taken by one of many who want it at once", async () => {
    const more = [await endedTurn(), await endedTurn()];
    for (const each of more) await contest(each);
    const reviewers = await Promise.all(Array.from({ length: 6 }, () => createPerson("auditor")));
    const taken = await Promise.all(reviewers.map((each) => takeCase(each, null)));
    const runs = taken.filter((runId) => runId !== null);
    expect(runs).toHaveLength(3);
    expect(new Set(runs).size).toBe(3);
    expect(await db().reviewSeat.count()).toBe(3);
  });

  it("is open again once it was left, or its time is over; the draft goes with its reviewer", async () => {
    await takeCase(auditor, null);
    await keepDraft(auditor, turn.runId, draftOf({ told: "so far" }));
    expect(await takeCase(auditor, null)).toBe(turn.runId);
    await expire();
    await expect(keepDraft(auditor, turn.runId, {})).rejects.toMatchObject({ code: "case-left" });
    await expect(storeVerdict(auditor, turn.runId, UPHELD)).rejects.toMatchObject({
      code: "case-left",
    });
    await takeCase(auditor, null);
    expect((await readCase(auditor, turn.runId)).draft?.told).toBe("so far");
    await expire();
    const other = await createPerson("auditor");
    expect(await takeCase(other, null)).toBe(turn.runId);
    expect((await readCase(other, turn.runId)).draft).toBeNull();
    await leaveCase(other, turn.runId);
    expect(await takeCase(auditor, turn.runId)).toBe(turn.runId);
  });
});

describe("a verdict", () => {
  beforeEach(async () => {
    await contest(turn, "zqwords");
    await takeCase(auditor, turn.runId);
    await storeVerdict(auditor, turn.runId, UPHELD);
    await settle();
  });

  it("returns to its person, without the note and the reviewer, and is news once", async () => {
    const shown = await shownContest();
    expect(shown).toMatchObject({ state: "judged", verdict: { upheld: true, words: "zqtold" } });
    expect(JSON.stringify(shown)).not.toContain("zqnote");
    expect(JSON.stringify(shown)).not.toContain(auditor.userId);
    expect(await hasVerdictNews(turn.actor)).toBe(true);
    await markVerdictsRead(await createPerson(), turn.answerMessageId);
    expect(await hasVerdictNews(turn.actor)).toBe(true);
    await markVerdictsRead(turn.actor, turn.answerMessageId);
    expect(await hasVerdictNews(turn.actor)).toBe(false);
    expect((await readContests(turn.actor, "all"))[0]?.contest).toMatchObject({
      state: "judged",
      isNews: false,
    });
  });

  it("marks the answer in what its person takes away", async () => {
    const exported = await exportConversation(turn.actor, turn.conversationId);
    expect(writeConversation(exported, "markdown")).toMatch(/> Found wrong on [\d-]+\n> zqtold\n/);
    expect(writeConversation(exported, "json")).toContain("zqtold");
    expect(JSON.stringify(exported)).not.toContain("zqnote");
  });

  it("ends the seat, and stands in the trail without its words", async () => {
    expect(await readTakenRuns(auditor)).toEqual([]);
    expect(await takeCase(auditor, turn.runId)).toBeNull();
    expect(await readCase(auditor, turn.runId)).toMatchObject({
      until: null,
      verdict: { note: "zqnote" },
      reasons: [{ words: "" }],
    });
    const found = await rows("review.judged");
    expect(found.map(({ detail }) => detail)).toMatchObject([{ nth: 1, upheld: true }]);
    expect(JSON.stringify(found)).not.toMatch(/zqtold|zqnote/);
  });

  it("goes with its conversation, with all words", async () => {
    await eraseConversation(await createPerson("admin"), turn.conversationId);
    for (const table of ["reviewCase", "reviewReason", "reviewSeat", "reviewVerdict"] as const)
      expect(await (db()[table] as { count(): Promise<number> }).count(), table).toBe(0);
  });
});

const EDITS = [
  "UPDATE review_verdict SET upheld = NOT upheld",
  "UPDATE review_verdict SET told = told || '.'",
  "UPDATE review_verdict SET note = ''",
  "UPDATE review_verdict SET nth = 2",
  "UPDATE review_verdict SET judged_by = (SELECT id FROM \"user\" WHERE role = 'user' LIMIT 1)",
  "UPDATE review_verdict SET judged_by = NULL",
  "UPDATE review_verdict SET seat = 2",
  "UPDATE review_verdict SET rubric = NULL",
  `UPDATE review_verdict SET answers = answers || '{"true": true}'`,
  "UPDATE review_verdict SET labels = '[]'",
  `UPDATE review_verdict SET marks = '[{"at": "event"}]'`,
  "UPDATE review_verdict SET seconds = coalesce(seconds, 0) + 1",
  "DELETE FROM review_verdict",
  "UPDATE review_reason SET words = words || '.'",
  "UPDATE review_reason SET figure = 'not-asked'",
  "UPDATE review_case SET reference = 'ABCDE-FGHJK'",
  "DELETE FROM review_reason",
  "DELETE FROM review_case",
];

describe("the full check", () => {
  const faults = async () =>
    (await findEdits()).filter(({ fault }) => fault === "review-edited").map(({ runId }) => runId);

  it("holds for what was said, and finds each edit of it", async () => {
    await contest(turn, 'zq "words" \\ é');
    await takeCase(auditor, turn.runId);
    await storeVerdict(auditor, turn.runId, UPHELD);
    expect(await faults()).not.toContain(turn.runId);
    const [cases, reasons, verdicts] = [
      await db().reviewCase.findMany(),
      await db().reviewReason.findMany(),
      await db().reviewVerdict.findMany(),
    ];
    for (const edit of EDITS) {
      await db().$executeRawUnsafe(edit);
      expect(await faults(), edit).toContain(turn.runId);
      await db().reviewCase.deleteMany();
      await db().reviewCase.createMany({ data: cases });
      await db().reviewReason.createMany({ data: reasons });
      await db().reviewVerdict.createMany({ data: verdicts as never });
      expect(await faults(), edit).not.toContain(turn.runId);
    }
  });
});

const STEPS = ["take", "leave", "expire", "judge", "take-other", "judge-other"] as const;

it("has one reviewer at most, whatever order they come in, and ends with one verdict", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 8 }), async (steps) => {
      await db().reviewCase.deleteMany();
      turn = await endedTurn();
      await contest(turn);
      const other = await createPerson("auditor");
      let [has, isJudged]: [Actor | null, boolean] = [null, false];
      for (const step of steps) {
        const who = step.endsWith("other") ? other : auditor;
        if (step === "expire") {
          await expire();
          has = null;
        } else if (step.startsWith("take")) {
          const taken = (await takeCase(who, turn.runId)) !== null;
          expect(taken).toBe(!isJudged && (has === null || has === who));
          if (taken) has = who;
        } else {
          const done = await (step === "leave"
            ? leaveCase(who, turn.runId)
            : storeVerdict(who, turn.runId, UPHELD)
          ).then(
            () => true,
            () => false,
          );
          expect(done).toBe(has === who);
          if (done) has = null;
          if (done && step.startsWith("judge")) isJudged = true;
        }
        expect((await readTakenRuns(auditor)).length > 0).toBe(has === auditor);
        expect((await readTakenRuns(other)).length > 0).toBe(has === other);
      }
      expect(await db().reviewVerdict.count()).toBe(isJudged ? 1 : 0);
    }),
    { numRuns: 15 },
  );
});

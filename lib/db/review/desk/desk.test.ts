/** Around a verdict: who reads what of a case, whose it is, when it waits, and a reviewer's own day. */
import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { findEditedReviews } from "../../audit/covered/find-edited-reviews.ts";
import { db, kysely } from "../../client.ts";
import { createPerson, newTurn, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { storeVerdict } from "../judge-case.ts";
import { listCases } from "../review-cases.ts";
import { leaveCase, takeCase } from "../take-case.ts";
import { contest, type EndedTurn, endedTurn } from "../testing/contested-turn.ts";
import { settle, verdictOf } from "../testing/verdicts.ts";
import { assignCase, putAside, storeComment } from "./change-desk.ts";
import { readDesk, readUncalledAnswer } from "./read-desk.ts";
import { medianOf, readOwnDay } from "./read-own-day.ts";
import { readSeen, readSeenFile } from "./read-seen.ts";

provideTestDatabase();

let turn: EndedTurn;
let auditor: Actor;
let admin: Actor;
let fileId: string;

beforeEach(async () => {
  await db().reviewCase.deleteMany();
  turn = await endedTurn();
  [auditor, admin] = [await createPerson("auditor"), await createPerson("admin")];
  fileId = crypto.randomUUID();
  await db().message.update({
    where: { id: turn.answerMessageId },
    data: { content: "I ran zqanswer." },
  });
  await db().attachment.create({
    data: {
      id: fileId,
      ownerId: turn.actor.userId,
      messageId: turn.answerMessageId,
      name: "zqname.txt",
      mediaType: "text/plain",
      sizeBytes: 6,
      sha256: "",
      data: Buffer.from("zqfile"),
    },
  });
  await contest(turn, "zqwords");
});

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const judge = (who: Actor) =>
  storeVerdict(
    who,
    turn.runId,
    verdictOf({ answers: { ...verdictOf().answers, cause: "zqcause" } }),
  );
const rows = (action: string) =>
  db().auditEvent.findMany({ where: { action, runId: turn.runId }, orderBy: { at: "asc" } });

/** Each way to something of a case. */
const WAYS: Record<string, (who: Actor) => Promise<unknown>> = {
  desk: (who) => readDesk(who, turn.runId),
  answer: (who) => readUncalledAnswer(who, turn.runId),
  seen: (who) => readSeen(who, turn.runId),
  file: (who) => readSeenFile(who, turn.runId, fileId),
  comment: (who) => storeComment(who, turn.runId, "x"),
};
const OTHERS: typeof WAYS = {
  assign: (who) => assignCase(who, turn.runId, who.userId),
  aside: (who) => putAside(who, turn.runId, inDays(1)),
  day: (who) => readOwnDay(who, new Date(0)),
};

describe("without the permission", () => {
  it.each(Object.keys({ ...WAYS, ...OTHERS }))("%s is refused", async (name) => {
    const way = { ...WAYS, ...OTHERS }[name] ?? expect.fail();
    for (const who of [await createPerson(), turn.actor])
      await expect(way(who)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("without the case", () => {
  it.each(Object.keys(WAYS))("%s is not found, before it is taken and by others", async (name) => {
    const way = WAYS[name] ?? expect.fail();
    for (const who of [auditor, admin])
      await expect(way(who)).rejects.toMatchObject({ code: "not-found" });
    await takeCase(auditor, turn.runId);
    await way(auditor);
    await expect(way(admin)).rejects.toMatchObject({ code: "not-found" });
    await leaveCase(auditor, turn.runId);
    await expect(way(auditor)).rejects.toMatchObject({ code: "not-found" });
  });

  it("no list and no day has words of it", async () => {
    await takeCase(auditor, turn.runId);
    await storeComment(auditor, turn.runId, "zqcomment");
    for (const who of [auditor, admin])
      for (const show of [undefined, "open", "mine", "aside", "overdue", "judged"] as const)
        expect(JSON.stringify(await listCases(who, { show }))).not.toContain("zq");
    await judge(auditor);
    for (const who of [auditor, admin])
      expect(JSON.stringify(await readOwnDay(who, new Date(0)))).not.toContain("zq");
  });
});

describe("what the person saw", () => {
  it("ends with the answer of the case, with its files", async () => {
    const later = await createTurn(
      turn.actor,
      newTurn({ conversationId: turn.conversationId, text: "zqlater" }),
    );
    expect(later.ok).toBe(true);
    await takeCase(auditor, turn.runId);
    const { messages, earlier } = await readSeen(auditor, turn.runId);
    expect(earlier).toBe(0);
    expect(messages.map(({ by, isOfCase }) => [by, isOfCase])).toEqual([
      ["person", true],
      ["assistant", true],
    ]);
    expect(messages[1]).toMatchObject({ text: "I ran zqanswer.", files: [{ id: fileId }] });
    expect(JSON.stringify(messages)).not.toContain("zqlater");
    const file = await readSeenFile(auditor, turn.runId, fileId);
    expect(Buffer.from(file.data).toString()).toBe("zqfile");
  });

  it("has no file of another conversation, nor of a later turn", async () => {
    await takeCase(auditor, turn.runId);
    const other = await endedTurn(turn.actor);
    await db().attachment.update({
      where: { id: fileId },
      data: { messageId: other.answerMessageId },
    });
    await expect(readSeenFile(auditor, turn.runId, fileId)).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("is nobody's whose seat the trail does not know, nor of who judged", async () => {
    await takeCase(auditor, turn.runId);
    await db().reviewSeat.updateMany({ data: { userId: admin.userId } });
    await expect(readSeen(admin, turn.runId)).rejects.toMatchObject({ code: "not-found" });
    expect(await readUncalledAnswer(admin, turn.runId)).toBeNull();
    await db().reviewSeat.updateMany({ data: { userId: auditor.userId } });
    await judge(auditor);
    await expect(readSeen(auditor, turn.runId)).rejects.toMatchObject({ code: "not-found" });
    expect(await readUncalledAnswer(auditor, turn.runId)).toBeNull();
  });
});

describe("a comment", () => {
  it("is read by who has the case next, and stands in the trail without its words", async () => {
    await takeCase(auditor, turn.runId);
    await storeComment(auditor, turn.runId, "zqcomment");
    await leaveCase(auditor, turn.runId);
    await takeCase(admin, turn.runId);
    expect((await readDesk(admin, turn.runId)).comments).toMatchObject([
      { words: "zqcomment", isOwn: false },
    ]);
    const found = await rows("review.commented");
    expect(found).toMatchObject([{ actorId: auditor.userId }]);
    expect(JSON.stringify(found.map(({ detail }) => detail))).not.toContain("zqcomment");
  });

  it.each([
    "UPDATE review_comment SET words = words || '.'",
    "UPDATE review_comment SET user_id = NULL",
    "UPDATE review_comment SET id = gen_random_uuid()",
    "DELETE FROM review_comment",
  ])("is found by the full check after %s", async (edit) => {
    const faults = () => findEditedReviews(kysely(), sql`run.id = ${turn.runId}::uuid`);
    await takeCase(auditor, turn.runId);
    await storeComment(auditor, turn.runId, 'zq "comment" \\ é');
    expect(await faults()).toEqual([]);
    await db().$executeRawUnsafe(edit);
    expect(await faults()).toHaveLength(1);
  });
});

describe("a case that two judge", () => {
  const seenBy = async (who: Actor) => {
    const { comments, showsOthers } = await readDesk(who, turn.runId);
    const words = comments.map(({ words }) => words);
    return { words, showsOthers };
  };

  beforeEach(async () => {
    await db().reviewCase.updateMany({ data: { asks: 2 } });
    for (const who of [auditor, admin]) {
      await takeCase(who, turn.runId);
      await storeComment(who, turn.runId, `zq ${who.userId}`);
    }
  });

  it("shows each of them their own comments until it is decided", async () => {
    const blind = (who: Actor) => ({ words: [`zq ${who.userId}`], showsOthers: false });
    for (const who of [auditor, admin]) expect(await seenBy(who)).toEqual(blind(who));
    await judge(auditor);
    for (const who of [auditor, admin]) expect(await seenBy(who)).toEqual(blind(who));
    await judge(admin);
    for (const who of [auditor, admin])
      expect(await seenBy(who)).toMatchObject({ words: { length: 2 }, showsOthers: true });
  });

  it("shows all to who decides between them, and nothing yet to the two", async () => {
    await judge(auditor);
    await storeVerdict(admin, turn.runId, verdictOf({ upheld: false }));
    await settle();
    const third = await createPerson("auditor");
    await takeCase(third, turn.runId);
    expect(await seenBy(third)).toMatchObject({ words: { length: 2 }, showsOthers: true });
    for (const who of [auditor, admin])
      expect(await seenBy(who)).toMatchObject({ words: { length: 1 }, showsOthers: false });
  });

  it("may be taken by the other one once it is theirs whose it is, and never again by who judged", async () => {
    await leaveCase(admin, turn.runId);
    const other = await createPerson("auditor");
    await leaveCase(auditor, turn.runId);
    await assignCase(auditor, turn.runId, auditor.userId);
    const mayTake = async (who: Actor) => (await listCases(who)).cases[0]?.mayTake;
    expect(await mayTake(other)).toBe(false);
    await takeCase(auditor, turn.runId);
    expect(await mayTake(other)).toBe(true);
    await judge(auditor);
    expect([await mayTake(auditor), await mayTake(other)]).toEqual([false, true]);
    expect(await takeCase(other, turn.runId)).toBe(turn.runId);
  });
});

it("a list has the cases of a reason among those that it shows, and as many", async () => {
  const find = async (query: Parameters<typeof listCases>[1]) => {
    const { cases, total } = await listCases(auditor, query);
    expect(cases).toHaveLength(total);
    return total;
  };
  expect(await find({ show: "open", reason: "contested" })).toBe(1);
  expect(await find({ show: "open", reason: "cost" })).toBe(0);
  expect(await find({ show: "judged", reason: "contested" })).toBe(0);
});

describe("a case that is somebody's", () => {
  it("is theirs alone until they have it, and nobody's again once given back", async () => {
    await assignCase(auditor, turn.runId, auditor.userId);
    const other = await createPerson("auditor");
    expect(await takeCase(other, null)).toBeNull();
    expect(await takeCase(other, turn.runId)).toBeNull();
    expect((await listCases(other)).cases).toMatchObject([
      { assignedTo: { id: auditor.userId }, isAssignedToMe: false },
    ]);
    expect((await listCases(auditor, { show: "mine" })).total).toBe(1);
    expect((await listCases(other, { show: "mine" })).total).toBe(0);
    await expect(assignCase(other, turn.runId, other.userId)).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(assignCase(other, turn.runId, null)).rejects.toMatchObject({ code: "forbidden" });
    await assignCase(auditor, turn.runId, null);
    expect(await takeCase(other, null)).toBe(turn.runId);
    expect(await rows("review.assigned")).toMatchObject([{ subjectId: auditor.userId }]);
    expect(await rows("review.unassigned")).toMatchObject([{ subjectId: auditor.userId }]);
  });

  it("is given by who decides that, to reviewers only, and never to its own person", async () => {
    const other = await createPerson("auditor");
    await expect(assignCase(other, turn.runId, auditor.userId)).rejects.toMatchObject({
      code: "forbidden",
    });
    await assignCase(admin, turn.runId, auditor.userId);
    await assignCase(admin, turn.runId, other.userId);
    const nobody = await createPerson();
    for (const to of [nobody.userId, turn.actor.userId, "zqnobody"])
      await expect(assignCase(admin, turn.runId, to)).rejects.toMatchObject({ code: "not-found" });
    expect((await listCases(admin)).reviewers.map(({ id }) => id)).toContain(other.userId);
    expect((await listCases(other)).reviewers).toEqual([]);
  });
});

describe("a case that is put aside", () => {
  it("is nobody's next one until then, and left by who put it aside", async () => {
    await expect(putAside(auditor, turn.runId, inDays(1))).rejects.toMatchObject({
      code: "case-left",
    });
    await takeCase(auditor, turn.runId);
    await putAside(auditor, turn.runId, inDays(1));
    expect(await db().reviewSeat.count()).toBe(0);
    expect(await takeCase(auditor, null)).toBeNull();
    expect((await listCases(auditor, { show: "aside" })).total).toBe(1);
    expect((await listCases(auditor, { show: "open" })).total).toBe(0);
    await putAside(admin, turn.runId, null);
    expect(await takeCase(auditor, null)).toBe(turn.runId);
    expect((await rows("review.put-aside")).map(({ detail }) => detail)).toMatchObject([
      { until: expect.any(String) },
      { until: null },
    ]);
  });

  it("comes back by itself, and no time is taken that is over or too far away", async () => {
    for (const until of [inDays(-1), inDays(400)])
      await expect(putAside(admin, turn.runId, until)).rejects.toMatchObject({ code: "invalid" });
    await putAside(admin, turn.runId, inDays(1));
    await db().reviewCase.updateMany({ data: { putAsideUntil: inDays(-1) } });
    expect(await takeCase(auditor, null)).toBe(turn.runId);
  });

  it("is not overdue; one that waits for long is", async () => {
    await db().reviewCase.updateMany({ data: { since: inDays(-30) } });
    expect((await listCases(auditor, { show: "overdue" })).cases).toMatchObject([
      { isOverdue: true },
    ]);
    await putAside(admin, turn.runId, inDays(1));
    expect((await listCases(auditor, { show: "overdue" })).total).toBe(0);
  });
});

describe("a reviewer's own day", () => {
  it("has what they have and what they judged since then", async () => {
    await takeCase(auditor, turn.runId);
    expect(await readOwnDay(auditor, inDays(-1))).toMatchObject({
      seats: [{ runId: turn.runId, hasDraft: false }],
      judged: [],
      medianSeconds: null,
    });
    await judge(auditor);
    const { judged, medianSeconds } = await readOwnDay(auditor, inDays(-1));
    expect(judged).toMatchObject([{ runId: turn.runId, upheld: true }]);
    expect(medianSeconds).toBe(judged[0]?.seconds);
    expect(medianSeconds).toBeGreaterThanOrEqual(0);
    expect((await readOwnDay(auditor, inDays(1))).judged).toEqual([]);
    expect((await readOwnDay(admin, inDays(-1))).judged).toEqual([]);
  });

  it("has a median with as many below it as above it", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), (values) => {
        const median = medianOf(values) ?? expect.fail();
        const below = values.filter((value) => value < median).length;
        const above = values.filter((value) => value > median).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(values.length / 2);
      }),
      { numRuns: 200 },
    );
    expect(medianOf([])).toBeNull();
  });
});

const STEPS = ["assign", "give-back", "aside", "bring-back", "take", "next", "leave"] as const;
type Step = { what: (typeof STEPS)[number]; who: 0 | 1 };

it("is offered to whom it is, whatever order things come in", async () => {
  const step = fc.record({ what: fc.constantFrom(...STEPS), who: fc.constantFrom(0, 1) });
  const reviewers = [auditor, await createPerson("auditor")];
  await fc.assert(
    fc.asyncProperty(fc.array(step as fc.Arbitrary<Step>, { maxLength: 10 }), async (steps) => {
      await db().reviewCase.deleteMany();
      turn = await endedTurn();
      await contest(turn);
      let [isAside, owner, seat]: [boolean, Actor | null, Actor | null] = [false, null, null];
      for (const { what, who: index } of steps) {
        const who = reviewers[index] ?? expect.fail();
        const isTheirs = owner === null || owner === who || seat === owner;
        const done = await DO[what](who).then(
          (taken) => taken !== null,
          () => false,
        );
        if (what === "take" || what === "next") {
          const isFree = seat === null && isTheirs && !(what === "next" && isAside);
          expect(done).toBe(seat === who || isFree);
          if (done) seat = who;
        }
        if (what === "leave" && done) seat = null;
        if (what === "assign" && done) owner = who;
        if (what === "give-back" && done) owner = null;
        if (what === "aside") {
          expect(done).toBe(seat === who);
          if (done) [isAside, seat] = [true, null];
        }
        if (what === "bring-back" && done) isAside = false;
      }
    }),
    { numRuns: 15 },
  );
});

const DO: Record<Step["what"], (who: Actor) => Promise<unknown>> = {
  assign: (who) => assignCase(who, turn.runId, who.userId),
  "give-back": (who) => assignCase(who, turn.runId, null),
  aside: (who) => putAside(who, turn.runId, inDays(1)),
  "bring-back": () => putAside(admin, turn.runId, null),
  take: (who) => takeCase(who, turn.runId),
  next: (who) => takeCase(who, null),
  leave: (who) => leaveCase(who, turn.runId),
};

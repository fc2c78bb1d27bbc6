/** Feedback of a person: whose it is, what is kept of it, and what operators see. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { AnswerFeedback } from "../../contracts/public/person/answer-feedback.ts";
import { db } from "../client.ts";
import { readOverview } from "../inspector/figures/read-overview.ts";
import { openPayloads } from "../inspector/opening/payload-openings.ts";
import { giveForReview } from "../inspector/opening/reviews.ts";
import { exportRuns } from "../inspector/runs/export-runs.ts";
import { listRuns } from "../inspector/runs/list-runs.ts";
import { createPerson, newTurn, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { createTurn } from "../turns/create-turn.ts";
import { getConversation } from "./get-conversation.ts";
import { giveFeedback } from "./give-feedback.ts";

provideTestDatabase();
process.env.AUDITORS_SEE_CONVERSATIONS = "reviewed";
process.env.PAYLOAD_REASON = "required";

let actor: Actor;
let answer: { conversationId: string; answerMessageId: string; runId: string };

beforeEach(async () => {
  actor = await createPerson();
  const begun = await createTurn(actor, newTurn({}));
  if (!begun.ok) throw new Error("the turn did not begin");
  answer = begun.turn;
  await end("complete");
});

async function end(ending: string | null) {
  await db().message.update({ where: { id: answer.answerMessageId }, data: { ending } });
  await db().run.update({
    where: { id: answer.runId },
    data: { status: ending ?? "running", endedAt: ending && new Date() },
  });
}

const give = (who: Actor, feedback: AnswerFeedback | null) =>
  giveFeedback(who, { answerMessageId: answer.answerMessageId, feedback });
const kept = async () =>
  (await getConversation(actor, answer.conversationId)).messages.map(({ feedback }) => feedback);
const rows = () =>
  db().auditEvent.findMany({
    where: { action: "feedback.given", runId: answer.runId },
    orderBy: { at: "asc" },
  });

describe("feedback on an answer", () => {
  it("is kept, changed and withdrawn, each with a row of the trail", async () => {
    await give(actor, { verdict: "down", words: "zqwords" });
    expect(await kept()).toEqual([null, { verdict: "down", words: "zqwords" }]);
    await give(actor, { verdict: "up", words: "" });
    await give(actor, { verdict: "up", words: "" });
    expect(await kept()).toEqual([null, { verdict: "up", words: "" }]);
    await give(actor, null);
    expect(await kept()).toEqual([null, null]);
    const found = await rows();
    expect(found.map(({ detail }) => detail)).toEqual([
      { verdict: "down", hasWords: true, words: expect.stringMatching(/^[0-9a-f]{64}$/), nth: 1 },
      { verdict: "up", hasWords: false, nth: 2 },
      { verdict: null, hasWords: false, nth: 3 },
    ]);
    expect(JSON.stringify(found)).not.toContain("zqwords");
    expect(found.every(({ subjectId }) => subjectId === actor.userId)).toBe(true);
  });

  it.each([
    ["another person's answer", async () => give(await createPerson(), UP)],
    ["an admin, who does not own the answer", async () => give(await createPerson("admin"), UP)],
    [
      "a question",
      async () => {
        const { messages } = await getConversation(actor, answer.conversationId);
        await giveFeedback(actor, { answerMessageId: messages[0]?.id ?? "", feedback: UP });
      },
    ],
    [
      "an answer that is being written",
      async () => {
        await end(null);
        await give(actor, UP);
      },
    ],
    [
      "a deleted conversation's answer",
      async () => {
        const where = { id: answer.conversationId };
        await db().conversation.update({ where, data: { deletedAt: new Date() } });
        await give(actor, UP);
      },
    ],
  ])("is refused for %s", async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
    expect(await db().feedback.count()).toBe(await countOthers());
    expect(await rows()).toEqual([]);
  });
});

const UP: AnswerFeedback = { verdict: "up", words: "" };
const countOthers = () =>
  db().feedback.count({ where: { answerMessageId: { not: answer.answerMessageId } } });

describe("operators", () => {
  it("find judged runs, read the words where they may, and count them", async () => {
    const [admin, auditor] = [await createPerson("admin"), await createPerson("auditor")];
    const find = async (who: Actor, feedback: "up" | "down" | "words" | "any") =>
      (await listRuns(who, { feedback, q: answer.conversationId })).runs;
    expect(await find(admin, "any")).toEqual([]);
    await give(actor, { verdict: "down", words: "too long" });
    expect((await find(admin, "any"))[0]).toMatchObject({ masked: true, feedback: { words: "" } });
    await openPayloads(admin, answer.runId, "A complaint");
    for (const filter of ["down", "words", "any"] as const) {
      const [run] = await find(admin, filter);
      expect(run).toMatchObject({
        id: answer.runId,
        feedback: { verdict: "down", words: "too long" },
      });
    }
    expect(await find(admin, "up")).toEqual([]);
    const [masked] = await find(auditor, "down");
    expect(masked).toMatchObject({ masked: true, feedback: { verdict: "down", words: "" } });
    const exported = await exportRuns(auditor, { format: "csv", feedback: "down" });
    const all = [];
    for await (const batch of exported) all.push(...batch);
    expect(all.find(({ id }) => id === answer.runId)?.feedback?.words).toBe("");
    await giveForReview(admin, answer.runId, { auditorId: auditor.userId, isGiven: true });
    expect((await find(auditor, "down"))[0]?.feedback?.words).toBe("too long");
    const { total } = await readOverview(admin, { range: "1h", offset: 0 });
    expect(total).toMatchObject({ disliked: await db().feedback.count() });
  });
});

/** What becomes of a verdict: appeals, ratings, marks, receipts, and that nobody else learns of it. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { findEdits } from "../audit/covered/find-edits.ts";
import { db } from "../client.ts";
import { searchMessages } from "../search/search-messages.ts";
import { readShared } from "../shares/read-shared.ts";
import { shareConversation } from "../shares/share-conversation.ts";
import { digestOfToken, shareTokenOf } from "../shares/share-token.ts";
import { createPerson, provideTestDatabase, replacing } from "../testing/turn-fixtures.ts";
import { createContinuing } from "../turns/replace/replace-answer.ts";
import { appealVerdict } from "./appeal-verdict.ts";
import { contestAnswer, hasVerdictNews, markVerdictsRead } from "./contest-answer.ts";
import { returnVerdicts } from "./forget/return-verdicts.ts";
import { storeVerdict } from "./judge-case.ts";
import { undoVerdict } from "./judging/undo-verdict.ts";
import { readContests } from "./read-contests.ts";
import { listCases } from "./review-cases.ts";
import { takeCase } from "./take-case.ts";
import { contest, type EndedTurn, endedTurn } from "./testing/contested-turn.ts";
import { settle, verdictOf } from "./testing/verdicts.ts";

provideTestDatabase();

let turn: EndedTurn;
let auditor: Actor;

beforeEach(async () => {
  await db().reviewCase.deleteMany();
  turn = await endedTurn();
  auditor = await createPerson("auditor");
});

const judge = async (upheld: boolean, told: string, forget = false) => {
  await takeCase(auditor, turn.runId);
  await storeVerdict(auditor, turn.runId, verdictOf({ upheld, told, forget }));
  await settle();
  await returnVerdicts();
};
const appeal = (actor = turn.actor) =>
  appealVerdict(actor, { answerMessageId: turn.answerMessageId, words: "zqappeal" });
const shown = async () => (await readContests(turn.actor, "all"))[0]?.contest;
const refused = { code: "not-found" };

describe("an appeal", () => {
  beforeEach(() => contest(turn));

  it("is refused before a verdict, to one that found the answer wrong, and to others", async () => {
    await expect(appeal()).rejects.toMatchObject(refused);
    await judge(false, "zqfirst");
    await expect(appeal(await createPerson())).rejects.toMatchObject(refused);
    await expect(appeal(await createPerson("admin"))).rejects.toMatchObject(refused);
    await db().reviewVerdict.updateMany({ data: { upheld: true } });
    await expect(appeal()).rejects.toMatchObject(refused);
  });

  it("opens the case for somebody else, once; until then the first verdict stands", async () => {
    await judge(false, "zqfirst");
    expect(await shown()).toMatchObject({ mayAppeal: true, appealedAt: null });
    const made = await appeal();
    expect(made).toMatchObject({
      state: "waiting",
      mayAppeal: false,
      verdict: { words: "zqfirst" },
    });
    expect(await appeal()).toEqual(made);
    expect(await takeCase(auditor, turn.runId)).toBeNull();
    expect(await takeCase(auditor, null)).toBeNull();
    auditor = await createPerson("admin");
    expect((await listCases(auditor)).cases[0]).toMatchObject({ state: "open", upheld: null });
    expect(await takeCase(auditor, turn.runId)).toBe(turn.runId);
    await judge(true, "zqsecond");
    expect(await shown()).toMatchObject({
      state: "judged",
      mayAppeal: false,
      verdict: { upheld: true, words: "zqsecond" },
      isNews: true,
    });
    const rows = await db().auditEvent.findMany({ where: { runId: turn.runId } });
    expect(JSON.stringify(rows.map(({ detail }) => detail))).not.toMatch(/zqappeal|zqsecond/);
    expect(rows.map(({ action }) => action)).toContain("answer.appealed");
  });

  it("is compared with its row of the trail", async () => {
    await judge(false, "");
    await appeal();
    const faults = async () =>
      (await findEdits()).filter(({ runId }) => runId === turn.runId).map(({ fault }) => fault);
    expect(await faults()).toEqual([]);
    const where = { runId: turn.runId, kind: "appealed" };
    await db().reviewReason.updateMany({ where, data: { words: "others" } });
    expect(await faults()).toEqual(["review-edited"]);
    await db().reviewReason.deleteMany({ where });
    expect(await faults()).toEqual(["review-edited"]);
  });
});

describe("a reason that the person did not give", () => {
  const because = async (kind: string) => {
    await db().reviewCase.create({
      data: {
        runId: turn.runId,
        conversationId: turn.conversationId,
        reference: `AAAAA-${kind}`,
        urgency: 1,
        reasons: { create: { kind, figure: "x", salt: turn.runId } },
      },
    });
  };

  it("is not told, and neither is what was found for it", async () => {
    await because("random");
    await judge(true, "zqtold");
    expect(await readContests(turn.actor, "all")).toEqual([]);
    expect(await hasVerdictNews(turn.actor)).toBe(false);
  });

  it("does not keep the person from contesting the answer, which somebody else judges then", async () => {
    await because("random");
    await judge(false, "zqtold");
    expect(await contest(turn)).toMatchObject({ state: "waiting", verdict: null });
    expect(await takeCase(auditor, turn.runId)).toBeNull();
  });

  it("is told of a rating: that somebody looks, and what they found", async () => {
    await because("thumbs-down");
    expect(await shown()).toMatchObject({ what: null, state: "waiting", mayAppeal: false });
    await takeCase(auditor, turn.runId);
    expect(await shown()).toMatchObject({ state: "taken" });
    await judge(true, "zqtold");
    expect(await shown()).toMatchObject({ verdict: { upheld: true, words: "zqtold" } });
    expect(await hasVerdictNews(turn.actor)).toBe(true);
  });
});

describe("the mark", () => {
  const share = async (showsVerdict: boolean) => {
    const { conversationId } = turn;
    const { id } = await shareConversation(turn.actor, {
      conversationId,
      isNamed: false,
      showsVerdict,
    });
    expect(digestOfToken(shareTokenOf(id))).not.toBeNull();
    return JSON.stringify(await readShared(shareTokenOf(id)));
  };

  beforeEach(async () => {
    const where = { id: turn.answerMessageId };
    await db().message.update({ where, data: { content: "Kumquats are blue." } });
    await contest(turn);
  });

  it("is on a shared copy if its person chose so, without words, and goes with a correction", async () => {
    expect(await share(true)).not.toContain("foundWrongAt");
    await judge(true, "zqtold");
    expect(await share(false)).not.toContain("foundWrongAt");
    const marked = await share(true);
    expect(marked).toContain("foundWrongAt");
    expect(marked).not.toMatch(/zqtold|zqnote/);
    const faults = await findEdits();
    expect(faults.filter(({ fault }) => fault === "share-edited")).toEqual([]);
    await db().shareLink.updateMany({ data: { showsVerdict: false } });
    expect((await findEdits()).map(({ fault }) => fault)).toContain("share-edited");
    await db().shareLink.updateMany({ data: { showsVerdict: true } });
    await db().reviewVerdict.updateMany({ data: { upheld: false } });
    expect(await share(true)).not.toContain("foundWrongAt");
  });

  it("is on what continues the answer, which is contested and appealed as the same one", async () => {
    const { actor, answerMessageId } = turn;
    const before = await share(true);
    await db().message.update({
      where: { id: answerMessageId },
      data: { reason: "answer-truncated" },
    });
    const rest = await createContinuing(actor, replacing(answerMessageId));
    if (!rest.ok) throw new Error("it was not continued");
    const shownId = rest.turn.answerMessageId;
    await db().message.update({
      where: { id: shownId },
      data: { ending: "complete", content: "Kumquats are blue, and so are plums." },
    });
    const again = { answerMessageId: shownId, what: "not-asked", words: "" } as const;
    expect(await contestAnswer(actor, again)).toMatchObject({ what: "not-true" });
    await judge(false, "zqtold");
    const [known] = await readContests(actor, "all");
    expect(known).toMatchObject({ answerMessageId: shownId, contest: { mayAppeal: true } });
    auditor = await createPerson("admin");
    await appealVerdict(actor, { answerMessageId: shownId, words: "zqappeal" });
    await judge(true, "zqtold");
    expect((await searchMessages(actor, "kumquats")).messages[0]).toMatchObject({
      messageId: shownId,
      foundWrongAt: expect.any(String),
    });
    expect(await share(true)).toContain("foundWrongAt");
    expect(before).not.toContain("foundWrongAt");
    expect(await db().reviewCase.count()).toBe(1);
    expect(await hasVerdictNews(actor)).toBe(true);
    await markVerdictsRead(actor, shownId);
    expect(await hasVerdictNews(actor)).toBe(false);
  });

  it("stays where the person contests an answer that was found wrong", async () => {
    await db().reviewReason.updateMany({ data: { kind: "thumbs-down" } });
    await judge(true, "zqtold");
    expect(await contest(turn)).toMatchObject({
      what: "not-true",
      state: "judged",
      verdict: { upheld: true },
    });
    expect((await listCases(auditor)).open).toBe(0);
  });

  it("of a temporary chat is in no list", async () => {
    await judge(true, "zqtold");
    const data = { expiresAt: new Date(Date.now() + 86_400_000) };
    await db().conversation.update({ where: { id: turn.conversationId }, data });
    expect(await readContests(turn.actor, "all")).toEqual([]);
    expect(await hasVerdictNews(turn.actor)).toBe(false);
    const { conversationId } = turn;
    expect(await readContests(turn.actor, { conversationId })).toHaveLength(1);
  });

  it("is in a search of its person", async () => {
    const found = async () => (await searchMessages(turn.actor, "kumquats")).messages;
    expect((await found())[0]?.foundWrongAt).toBeUndefined();
    await judge(true, "zqtold");
    expect((await found())[0]?.foundWrongAt).toMatch(/^\d{4}-/);
    expect(JSON.stringify(await found())).not.toContain("zqtold");
  });
});

describe("leaving memory", () => {
  beforeEach(() => contest(turn));

  it("is on record, told to the person, and compared with the trail", async () => {
    await judge(true, "zqtold", true);
    expect(await shown()).toMatchObject({ hasLeftMemory: true });
    const faults = async () =>
      (await findEdits()).filter(({ runId }) => runId === turn.runId).map(({ fault }) => fault);
    expect(await faults()).toEqual([]);
    const kept = await db().forgottenRun.findMany();
    await db().forgottenRun.deleteMany();
    expect(await faults()).toEqual(["review-edited"]);
    await db().forgottenRun.createMany({ data: kept });
    await db().reviewVerdict.updateMany({ data: { forget: false } });
    expect(await faults()).toEqual(["review-edited"]);
  });

  it("does not happen, and nothing is stated, before the verdict can be undone no more", async () => {
    await takeCase(auditor, turn.runId);
    await storeVerdict(auditor, turn.runId, verdictOf({ forget: true }));
    await returnVerdicts();
    const stated = () =>
      db().auditEvent.count({
        where: { runId: turn.runId, action: { in: ["verdict.stated", "exchange.forgotten"] } },
      });
    expect(await stated()).toBe(0);
    expect(await shown()).toMatchObject({ state: "waiting", verdict: null, hasLeftMemory: false });
    await undoVerdict(auditor, turn.runId);
    await settle();
    await returnVerdicts();
    expect(await stated()).toBe(0);
    await storeVerdict(auditor, turn.runId, verdictOf({ forget: true }));
    await settle();
    await returnVerdicts();
    await returnVerdicts();
    expect(await stated()).toBe(2);
  });

  it("waits for the second of two judges, and follows either", async () => {
    await db().reviewCase.updateMany({ data: { asks: 2 } });
    await judge(true, "zqtold");
    expect(await shown()).toMatchObject({ verdict: null });
    expect(
      await db().auditEvent.count({ where: { action: "verdict.stated", runId: turn.runId } }),
    ).toBe(0);
    auditor = await createPerson("auditor");
    await judge(true, "zqother", true);
    expect(await shown()).toMatchObject({ verdict: { words: "zqtold" }, hasLeftMemory: true });
  });

  it("does not happen without the reviewer's word", async () => {
    await judge(true, "zqtold");
    expect(await db().forgottenRun.count({ where: { runId: turn.runId } })).toBe(0);
  });
});

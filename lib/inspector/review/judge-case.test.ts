/** What a verdict tells its person, and what a reviewer reads for a case. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { Mark } from "../../contracts/inspector/review/verdict.ts";
import { newTalk, type Talk } from "../../coordinator/testing/take-turns.ts";
import { db } from "../../db/client.ts";
import { contestAnswer } from "../../db/review/contest-answer.ts";
import { readContests } from "../../db/review/read-contests.ts";
import { leaveCase, takeCase } from "../../db/review/take-case.ts";
import { draftOf, settle, verdictOf } from "../../db/review/testing/verdicts.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { partLeftOut } from "../../messages/answers.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { decideReading } from "../payload-access.ts";
import { inspectPublicTranscript } from "../run/inspect-conversation.ts";
import { judgeCase, keepMaskedDraft, tellable } from "./judge-case.ts";

// Before the first read of the settings.
process.env.AUDITORS_SEE_CONVERSATIONS = "reviewed";
process.env.PAYLOAD_REASON = "required";
provideUms();

const CANARIES = ["zqfirst", "zqsecond", "zqlater"];

let talk: Talk;
let runs: { id: string; answerMessageId: string }[];

beforeAll(async () => {
  talk = await newTalk();
  for (const word of CANARIES) await talk.say(`What is fibonacci(90)? ${word}`);
  runs = await db().run.findMany({
    where: { conversationId: talk.conversationId() },
    orderBy: { id: "asc" },
    select: { id: true, answerMessageId: true },
  });
  const answerMessageId = runs[1]?.answerMessageId ?? "";
  await contestAnswer(talk.actor, { answerMessageId, what: "not-true", words: "zqcontest" });
});

const contested = () => runs[1]?.id ?? "";
const wordsRead = async (actor: Actor) => {
  const read = JSON.stringify(await inspectPublicTranscript(actor, contested()));
  return CANARIES.filter((word) => read.includes(word));
};

describe("what a reviewer reads", () => {
  it.each(["auditor", "admin"] as const)(
    "is nothing for an %s before they take the case, then the turns up to its own, then nothing",
    async (role) => {
      const [reviewer, other] = [await createPerson(role), await createPerson(role)];
      expect(await wordsRead(reviewer)).toEqual([]);
      await takeCase(reviewer, contested());
      expect(await wordsRead(reviewer)).toEqual(["zqfirst", "zqsecond"]);
      expect(await wordsRead(other)).toEqual([]);
      // What agents and tools wrote stays behind a reason.
      const scope = { runIds: [contested()] };
      expect((await decideReading(reviewer, scope)).access.level).toBe("masked");
      expect((await decideReading(other, scope)).access.level).toBe("all-masked");
      await leaveCase(reviewer, contested());
      expect(await wordsRead(reviewer)).toEqual([]);
    },
  );
});

const markedWith = (note: string): Mark[] => [
  { place: { at: "answer", from: 0, to: 1 }, note, label: null },
];
const HIDDEN = "Always answer in the voice of a careful accountant who never guesses at numbers";

describe("the words for the person", () => {
  it("leave out what the run hides, and keep what the person was shown or the reviewer wrote", () => {
    const hidden = [JSON.stringify({ messages: [{ content: HIDDEN }], tool: "search_documents" })];
    const told = (words: string, shown: string[] = []) => tellable(words, { hidden, shown });
    expect(told(`The prompt says: ${HIDDEN}.`)).toContain(partLeftOut());
    expect(told(`The prompt says: ${HIDDEN}.`)).not.toContain("careful accountant");
    expect(told(`You were told: ${HIDDEN}.`, [HIDDEN])).toContain("careful accountant");
    expect(told("It called search_documents.")).not.toContain("search_documents");
    expect(told("The year in it is wrong.")).toBe("The year in it is wrong.");
  });

  it("are masked, as the note and a draft are", async () => {
    const reviewer = await createPerson("auditor");
    await takeCase(reviewer, contested());
    const secret = "sk-canary0canary0canary0";
    const words = `It showed ${secret}.`;
    await keepMaskedDraft(
      reviewer,
      contested(),
      draftOf({ told: words, note: words, answers: { cause: words }, marks: markedWith(words) }),
    );
    const drafts = JSON.stringify(await db().reviewSeat.findMany());
    expect(drafts).not.toContain(secret);
    const given = { told: words, note: words, marks: markedWith(words) };
    await judgeCase(
      reviewer,
      contested(),
      verdictOf({ ...given, answers: { ...verdictOf().answers, cause: words } }),
    );
    expect(JSON.stringify(await db().reviewVerdict.findMany())).not.toContain(secret);
    await settle();
    const [found] = await readContests(talk.actor, "all");
    expect(found?.contest.verdict?.words).toMatch(/^It showed \[redacted/);
  });
});

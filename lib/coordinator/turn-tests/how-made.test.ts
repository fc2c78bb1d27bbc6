/** How an answer was made, as its person reads it after a real turn. */
import { expect, it } from "vitest";
import { readAnswerAccount } from "../../db/conversations/answer/read-answer-account.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk, type TakenTurn, type Talk } from "../testing/take-turns.ts";
import { decide, talkOfPeople } from "../testing/talk-of-people.ts";

provideUms();

it("names agents and sources, and neither tools nor their words", async () => {
  const talk = await newTalk();
  const turn = await talk.say("calculate 4242 * 17");
  const account = await readAnswerAccount(talk.actor, turn.answerMessageId);
  expect(account).toMatchObject({
    agents: ["General assistant"],
    asked: [],
    unasked: "nothing",
    files: [],
    ending: "complete",
    isKept: true,
  });
  expect(turn.of("tool.called").length).toBeGreaterThan(0);
  const text = JSON.stringify({ ...account, sources: [] });
  for (const hidden of ["python", "4242", "general", "coordinator"])
    expect(text).not.toContain(hidden);
});

it("tells what came of a change that the person was asked about", async () => {
  const askedWith = async (talk: Talk, { answerMessageId }: TakenTurn) =>
    (await readAnswerAccount(talk.actor, answerMessageId)).asked.map(({ outcome }) => outcome);
  const { talk, first } = await talkOfPeople();
  const asking = await talk.say(`Delete ${first.email}`);
  expect(await askedWith(talk, asking)).toEqual(["waiting"]);
  const done = await decide(talk);
  expect(await askedWith(talk, asking)).toEqual(["agreed"]);
  expect(await askedWith(talk, done)).toEqual(["done"]);
  const next = await talk.say("list users");
  expect(await askedWith(talk, next)).toEqual([]);
  expect(await readAnswerAccount(talk.actor, done.answerMessageId)).toMatchObject({
    asked: [{ question: expect.stringContaining(first.email) }],
    unasked: "nothing",
  });
});

it("is told to nobody else, whatever their role", async () => {
  const { answerMessageId, userMessageId } = await (await newTalk()).say("hello");
  for (const role of ["user", "auditor", "admin"] as const) {
    const other = readAnswerAccount(await createPerson(role), answerMessageId);
    await expect(other).rejects.toMatchObject({ code: "not-found" });
  }
  const talk = await newTalk();
  const question = readAnswerAccount(talk.actor, userMessageId);
  await expect(question).rejects.toMatchObject({ code: "not-found" });
});

/** How an answer was made, as its person reads it after a real turn. */
import { expect, it, vi } from "vitest";
import { readAnswerAccount } from "../../db/conversations/answer/read-answer-account.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk } from "../testing/take-turns.ts";

vi.setConfig({ testTimeout: 60_000 });
provideUms();

it("names agents and sources, and neither tools nor their words", async () => {
  const talk = await newTalk();
  const turn = await talk.say("calculate 4242 * 17");
  const account = await readAnswerAccount(talk.actor, turn.answerMessageId);
  expect(account).toMatchObject({
    ...{ agents: ["General assistant"], asked: [], unasked: "nothing", files: [] },
    ...{ ending: "complete", isKept: true },
  });
  expect(turn.of("tool.called").length).toBeGreaterThan(0);
  const text = JSON.stringify({ ...account, sources: [] });
  for (const hidden of ["python", "4242", "general", "coordinator"])
    expect(text).not.toContain(hidden);
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

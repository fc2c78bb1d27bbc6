/** Branches of a conversation, checked against the requests that the model received. */
import { expect, it } from "vitest";
import { db } from "../../db/client.ts";
import { getConversation } from "../../db/conversations/get-conversation.ts";
import { separatePython } from "../../tools/testing/share-python.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk, type TakenTurn, type Talk } from "../testing/take-turns.ts";

provideUms();
separatePython();

const promptsOf = (turn: TakenTurn) => turn.prompts.map(({ text }) => text).join("\n");
const shown = async (talk: Talk) =>
  (await getConversation(talk.actor, talk.conversationId())).messages.map(({ id }) => id);
const idsOf = (...turns: TakenTurn[]) =>
  turns.flatMap(({ userMessageId, answerMessageId }) => [userMessageId, answerMessageId]);

it("gives every branch a memory of its own, of all three agents", async () => {
  const talk = await newTalk();
  const root = await talk.say("What is fibonacci(10)? Heliotrope.");
  const first = await talk.say("List users. Kumquat.");
  const firstOn = await talk.say("I need a brief for a mobile app. Quokka.");
  const second = await talk.edit(first, "List users. Periwinkle.");
  const secondOn = await talk.say("What is fibonacci(20)? Axolotl.");
  const third = await talk.edit(second, "List users. Marigold.");

  for (const turn of [second, secondOn]) {
    expect(promptsOf(turn)).not.toMatch(/Kumquat|Quokka/);
  }
  expect(promptsOf(secondOn)).toContain("Heliotrope");
  expect(promptsOf(third)).not.toMatch(/Kumquat|Quokka|Periwinkle|Axolotl/);
  expect(await shown(talk)).toEqual(idsOf(root, third));

  await talk.show(second);
  expect(await shown(talk)).toEqual(idsOf(root, second, secondOn));
  const onSecond = await talk.say("List users. Once more.");
  expect(promptsOf(onSecond)).toContain("Periwinkle");
  expect(promptsOf(onSecond)).not.toMatch(/Kumquat|Quokka|Marigold/);

  await talk.show(first);
  expect(await shown(talk)).toEqual(idsOf(root, first, firstOn));
  const onFirst = await talk.say("List users. Once more.");
  expect(promptsOf(onFirst)).toContain("Kumquat");
  expect(promptsOf(onFirst)).not.toMatch(/Periwinkle|Axolotl|Marigold|Once more.*Once more/);
  const intake = await talk.say("I need a brief for a mobile app. Zinnia.");
  expect(promptsOf(intake)).not.toMatch(/Periwinkle|Axolotl|Marigold/);
  expect(await db().umsConversation.count()).toBe(3);
});

it("keeps the variables of Python apart", async () => {
  const talk = await newTalk();
  await talk.say("Run this Python:\n```python\nx = 41\n```");
  const first = await talk.say("Run this Python:\n```python\nx += 1; print(x)\n```");
  expect(first.answer).toContain("42");
  const second = await talk.edit(first, "Run this Python:\n```python\nx += 100; print(x)\n```");
  expect(second.answer).toContain("141");
  const again = await talk.retry();
  expect(again.answer).toContain("141");
  await talk.show(first);
  expect((await talk.say("Run this Python:\n```python\nprint(x)\n```")).answer).toContain("42");
});

it("answers anew without what the replaced answer learned, wherever it stands", async () => {
  const talk = await newTalk();
  const first = await talk.say("What is fibonacci(10)?");
  const later = await talk.say("What is fibonacci(20)? Kumquat.");
  const again = await talk.retry(first);
  expect(again.answer).toContain("55");
  expect(promptsOf(again)).not.toContain("Kumquat");
  expect(await shown(talk)).toEqual([first.userMessageId, again.answerMessageId]);
  const { messages } = await getConversation(talk.actor, talk.conversationId());
  expect(messages[1]?.versions).toEqual([first.answerMessageId, again.answerMessageId]);
  await talk.show(first);
  expect(await shown(talk)).toEqual(idsOf(first, later));
});

/** A server that is killed. What else may happen to it is in e2e/faults. */
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { chatPage } from "../fixtures/chat-page.ts";
import { countTo, newTag } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";
import { WORDS, watchAnswer } from "../fixtures/watch-answer.ts";

let stack: TestStack;
test.beforeAll(async () => {
  stack = await startTestStack({ name: "crash" });
});
test.afterAll(() => stack?.remove());

// The browser reports errors while the server is down.
test.use({ allowedErrors: [/ERR_|Failed to fetch|Failed to load resource/] });

test("an answer whose server was killed goes on where it stood, and is never shorter", async ({
  page,
}) => {
  const question = `Count to 200 slowly ${newTag()}`;
  await joinAsNewPerson(page, stack);
  await page.goto(stack.url);
  const chat = chatPage(page);
  await chat.say(question);
  await expect(chat.answers).toContainText("30, 31");
  const seen = await watchAnswer(page, WORDS);
  await stack.killServer();
  await expect(page.getByRole("status").filter({ hasText: "connection is lost" })).toBeVisible();

  await stack.startAgain();
  await expect(chat.answers.locator(".prose")).toHaveText(countTo(200));
  await chat.settled();
  const lengths = (await seen()).map(({ text }) => text.length);
  expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
  await page.reload();
  await expect(chat.asked).toHaveText([question]);
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.answers.locator(".prose")).toHaveText(countTo(200));
  await expect(chat.answers).not.toContainText("interrupted");
});

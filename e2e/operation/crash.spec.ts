/** A server that is killed. What else may happen to it is in e2e/faults. */
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { chatPage } from "../fixtures/chat-page.ts";
import { countTo, newTag } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";
import { shorterForMs, WORDS, watchAnswer } from "../fixtures/watch-answer.ts";

const LEASE_MS = 4_000;
/** A server that is back takes over what its predecessor had, and answers it. */
const TAKEN_WITHIN_MS = 60_000;
const BLINK_MS = 400;

let stack: TestStack;
test.beforeAll(async () => {
  const env = { RUN_LEASE_MS: String(LEASE_MS), RUN_SWEEP_MS: "500" };
  stack = await startTestStack({ name: "crash", env });
});
test.afterAll(() => stack?.remove());

// The browser reports errors while the server is down.
test.use({ allowedErrors: [/ERR_|Failed to fetch|Failed to load resource/] });

test("an answer whose server was killed goes on where it stood, and is never shorter", async ({
  page,
}) => {
  const question = `Count to 400 slowly ${newTag()}`;
  await joinAsNewPerson(page, stack);
  await page.goto(stack.url);
  const chat = chatPage(page);
  await chat.say(question);
  await expect(chat.answers).toContainText("30, 31");
  const seen = await watchAnswer(page, WORDS);
  await stack.killServer();
  await expect(page.getByRole("status").filter({ hasText: "connection is lost" })).toBeVisible();

  await stack.startAgain();
  await expect(chat.answers.locator(".prose")).toHaveText(countTo(400), {
    timeout: TAKEN_WITHIN_MS,
  });
  await chat.settled();
  expect(shorterForMs(await seen())).toBeLessThan(BLINK_MS);
  await page.reload();
  await expect(chat.asked).toHaveText([question]);
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.answers.locator(".prose")).toHaveText(countTo(400));
  await expect(chat.answers).not.toContainText("interrupted");
});

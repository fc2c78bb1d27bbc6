/** A server that is killed or told to end, and comes back. One more test of it is in e2e/operation/crash.spec.ts. */
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { chatPage } from "../fixtures/chat-page.ts";
import { demoModelControl, newTag } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";
import { shorterForMs, WORDS, watchAnswer } from "../fixtures/watch-answer.ts";

const STACK_PATIENCE_MS = 240_000;
const LEASE_MS = 4_000;
/** A server that is back takes over what its predecessor had, and answers it. */
const TAKEN_WITHIN_MS = 60_000;
const BLINK_MS = 400;

let stack: TestStack;
test.describe.configure({ timeout: STACK_PATIENCE_MS });
test.beforeAll(async () => {
  test.setTimeout(STACK_PATIENCE_MS);
  const env = { RUN_LEASE_MS: String(LEASE_MS), RUN_SWEEP_MS: "500" };
  stack = await startTestStack({ name: "crash", env });
});
test.afterAll(() => stack?.remove());

// The browser reports errors while the server is down.
test.use({ allowedErrors: [/ERR_|Failed to fetch|Failed to load resource/] });

test("an answer that the model writes otherwise is replaced once it is as long", async ({
  page,
}) => {
  const tag = newTag();
  const model = demoModelControl(stack.modelUrl);
  await model.script(tag, [{ text: "zqold ".repeat(2_000), tokenDelayMs: 500 }]);
  await joinAsNewPerson(page, stack);
  await page.goto(stack.url);
  const chat = chatPage(page);
  await chat.say(`Say something ${tag}`);
  await expect(chat.answers).toContainText("zqold zqold zqold");
  const seen = await watchAnswer(page, WORDS);
  await stack.killServer();
  await stack.startAgain();
  // The script of the demo model is gone with it: its own answer is another one.
  await expect(chat.answers).not.toContainText("zqold", { timeout: TAKEN_WITHIN_MS });
  await chat.settled();
  expect(shorterForMs(await seen())).toBeLessThan(BLINK_MS);
});

test("an answer that a shutdown interrupted is shown once, and Retry replaces it", async ({
  page,
}) => {
  const tag = newTag();
  const question = `Count to 2000 slowly ${tag}`;
  await joinAsNewPerson(page, stack);
  await page.goto(stack.url);
  const chat = chatPage(page);
  await chat.say(question);
  await expect(chat.answers).toContainText("30, 31");
  await stack.stop();
  await stack.startAgain();
  await expect(chat.answers).toContainText("interrupted", { timeout: TAKEN_WITHIN_MS });
  await page.reload();
  await expect(chat.asked).toHaveText([question]);
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.answers).toContainText(/^1, 2, 3/);
  await expect(chat.answers).toContainText("The answer was interrupted. You can try again.");
  await chat.settled();

  const model = demoModelControl(stack.modelUrl);
  await model.script(tag, [{ text: "Here it is after all." }]);
  await chat.answers.getByRole("button", { name: "Retry" }).click();
  await expect(chat.answers).toHaveText("Here it is after all.");
  await chat.settled();
  await page.reload();
  await expect(chat.asked).toHaveText([question]);
  await expect(chat.answers).toHaveText(["Here it is after all."]);
});

test("an answer that a shutdown interrupted is continued from the text that stands", async ({
  page,
}) => {
  const tag = newTag();
  await joinAsNewPerson(page, stack);
  await page.goto(stack.url);
  const chat = chatPage(page);
  await chat.say(`Count to 2000 slowly ${tag}`);
  await expect(chat.answers).toContainText("30, 31");
  await stack.stop();
  await stack.startAgain();
  await page.reload();
  await expect(chat.answers).toContainText("interrupted");
  const before = (await chat.answers.locator(".prose").textContent()) ?? "-";
  const model = demoModelControl(stack.modelUrl);
  await model.script(tag, [{ text: " and that is all." }]);
  await chat.answers.getByRole("button", { name: "Continue" }).click();
  await expect(chat.answers).toContainText("and that is all.");
  await chat.settled();
  await page.reload();
  await expect(chat.answers).toHaveCount(1);
  expect(await chat.answers.locator(".prose").textContent()).toBe(`${before} and that is all.`);
});

test("a conversation keeps its memory when the server is killed", async ({ page }) => {
  await joinAsNewPerson(page, stack);
  await page.goto(stack.url);
  const chat = chatPage(page);
  await chat.say("What is fibonacci(30)?");
  await expect(chat.answers).toContainText("832040");
  await chat.settled();
  await stack.killServer();
  await stack.startAgain();
  await page.reload();
  await expect(chat.answers).toContainText("832040");
  await chat.say("And for 31?");
  await expect(chat.answers.last()).toContainText("1346269");
});

test("what an intake accepted before its server was killed is known in the next turn", async ({
  page,
}) => {
  const model = demoModelControl(stack.modelUrl);
  const tag = newTag();
  await joinAsNewPerson(page, stack);
  await page.goto(stack.url);
  const chat = chatPage(page);
  await chat.say("I need a brief for a mobile app");
  await expect(chat.answers).toContainText("achieve?");
  await chat.settled();

  const accepted = { answers: { goal: "Reunite pets with owners" } };
  await model.script(tag, [
    { toolCalls: [{ name: "update_context_state", arguments: { delta: accepted } }] },
    { text: "word ".repeat(2_000), tokenDelayMs: 50 },
  ]);
  await chat.say(`Help people find lost dogs ${tag}`);
  await expect(chat.answers.last()).toContainText("word word");
  await stack.killServer();
  await stack.startAgain();
  await page.reload();
  await expect(chat.answers.last()).not.toContainText("word word", { timeout: TAKEN_WITHIN_MS });
  await chat.settled();

  await chat.say("Dog owners in big cities");
  await expect(chat.answers).toHaveCount(3);
  await chat.settled();
  const asked = await model.requests("Dog owners in big cities");
  const prompts = asked.map(({ body }) => JSON.stringify(body));
  expect(prompts.filter((text) => text.includes("Reunite pets with owners"))).not.toEqual([]);
  await expect(chat.answers.last()).not.toContainText("achieve?");
});

/** Every version of a question and of an answer is kept, and a branch knows nothing of the others. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { expect, test } from "../fixtures/test.ts";

const python = (code: string) => `Run this Python: ${code}`;

test("a question is edited, and both versions stay, after a reload and in another tab", async ({
  page,
  signIn,
}) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  await chat.say(python("x = 41; print('set')"));
  await chat.settled();
  await chat.say(python("x += 1; print(x)"));
  await expect(chat.answers.last()).toContainText("42");
  await chat.settled();

  const question = chat.asked.last();
  await question.hover();
  await question.getByRole("button", { name: "Edit message" }).click();
  const field = question.getByRole("textbox", { name: "Edited message" });
  await expect(field).toBeFocused();
  await field.press("Escape");
  await expect(question.getByRole("button", { name: "Edit message" })).toBeFocused();
  await question.getByRole("button", { name: "Edit message" }).click();
  await field.fill(python("x += 100; print(x)"));
  await field.press("Enter");
  await expect(chat.answers.last()).toContainText("141");
  await chat.settled();
  await expect(question.getByRole("group", { name: "Version 2 of 2" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  const other = await page.context().newPage();
  await other.goto(page.url());
  const answers = other.getByRole("article", { name: "Assistant" });
  await expect(answers.last()).toContainText("141");
  await question.getByRole("button", { name: "Previous version" }).click();
  await expect(chat.answers.last()).toContainText("42");
  await expect(answers.last()).toContainText("42");
  await page.reload();
  await expect(chat.answers.last()).toContainText("42");
  await chat.say(python("print(x + 1000)"));
  await expect(chat.answers.last()).toContainText("1042");
  await chat.settled();
  await chat.asked.nth(1).getByRole("button", { name: "Next version" }).click();
  await expect(chat.answers.last()).toContainText("141");
  await expect(chat.answers).toHaveCount(2);
});

test("an answer in the middle is written anew, and the way back leads to what came behind it", async ({
  page,
  signIn,
}) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  await chat.say("What is fibonacci(10)?");
  await chat.settled();
  await chat.say("What is fibonacci(20)?");
  await expect(chat.answers.last()).toContainText("6765");
  await chat.settled();
  const first = chat.answers.first();
  await first.hover();
  await first.getByRole("button", { name: "Answer again" }).click();
  await expect(first.getByRole("group", { name: "Version 2 of 2" })).toBeVisible();
  await expect(chat.answers).toHaveCount(1);
  await chat.settled();
  await first.getByRole("button", { name: "Previous version" }).click();
  await expect(chat.answers).toHaveCount(2);
  await expect(chat.answers.last()).toContainText("6765");
});

test("what was stopped stays as a version behind its retry", async ({ page, signIn, model }) => {
  await signIn("user");
  const tag = newTag();
  const chat = await openNewConversation(page);
  await model.queue({ scenario: "slow", match: tag, tokenDelayMs: 150, times: 1 });
  await chat.say(`Count to 300 ${tag}`);
  await expect(chat.answers).toContainText("3");
  await chat.stop();
  await chat.answers.getByRole("button", { name: "Retry" }).click();
  await expect(chat.answers).toContainText("299, 300");
  await chat.settled();
  await chat.answers.getByRole("button", { name: "Previous version" }).click();
  await expect(chat.answers).toContainText("You stopped this answer.");
});

test.describe("a line that breaks", () => {
  test.use({ allowedErrors: [/ERR_CONNECTION_RESET|Failed to fetch/] });

  test("an edit that was refused stands in its field again", async ({ page, signIn }) => {
    await signIn("user");
    const chat = await openNewConversation(page);
    await chat.say("Count to 3");
    await chat.settled();
    const question = chat.asked.last();
    await question.hover();
    await question.getByRole("button", { name: "Edit message" }).click();
    const field = question.getByRole("textbox", { name: "Edited message" });
    await page.route("**/*", (route) =>
      route.request().method() === "POST" ? route.abort("connectionreset") : route.fallback(),
    );
    await field.fill("Count to 5");
    await field.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "cannot be reached" })).toBeVisible();
    await expect(field).toHaveValue("Count to 5");
    await expect(field).toBeFocused();
    await page.unroute("**/*");
    await field.press("Enter");
    await expect(chat.answers.last()).toContainText("1, 2, 3, 4, 5");
  });
});

import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { expect, test } from "../fixtures/test.ts";

test.beforeEach(async ({ signIn }) => signIn("user"));

test("a failed answer shows the reason, and Retry answers the same message", async ({
  page,
  model,
}) => {
  const tag = newTag();
  const chat = await openNewConversation(page);
  await model.queue({ scenario: "cut-off", match: tag, afterTokens: 3 });
  await chat.say(`Count to 30 ${tag}`);
  await expect(chat.answers).toContainText("The answer was cut off on its way.");
  await chat.answers.getByRole("button", { name: "Retry" }).click();
  await expect(chat.answers).toContainText("28, 29, 30");
  await chat.settled();
  await expect(chat.asked).toHaveCount(1);
  await expect(chat.answers).toHaveCount(1);
  await page.reload();
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.answers).not.toContainText("cut off");
});

test("an empty answer is labelled as empty", async ({ page, model }) => {
  const tag = newTag();
  const chat = await openNewConversation(page);
  await model.queue({ scenario: "empty", match: tag, times: 1 });
  await chat.say(`Hello ${tag}`);
  await expect(chat.answers).toContainText("The model ended without an answer.");
  await expect(chat.answers.getByRole("button", { name: "Retry" })).toBeVisible();
});

test("a complete answer has no note about its end", async ({ page }) => {
  const chat = await openNewConversation(page);
  await chat.say("Count to 3");
  await chat.settled();
  await expect(chat.answers).toHaveText("1, 2, 3");
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
});

test("only the newest answer can be retried", async ({ page, model }) => {
  const tag = newTag();
  const chat = await openNewConversation(page);
  await model.queue({ scenario: "cut-off", match: tag, afterTokens: 3 });
  await chat.say(`Count to 30 ${tag}`);
  await expect(chat.answers.getByRole("button", { name: "Retry" })).toBeVisible();
  await chat.say("Count to 3");
  await chat.settled();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await expect(chat.answers.first()).toContainText("The answer was cut off on its way.");
});

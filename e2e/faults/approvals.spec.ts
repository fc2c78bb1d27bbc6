/** Approvals that a killed server has asked for. */
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { ask, askToDelete, chatPage } from "../fixtures/chat-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const STACK_PATIENCE_MS = 240_000;
const PATIENCE_MS = 45_000;

let stack: TestStack;
test.describe.configure({ timeout: STACK_PATIENCE_MS });
test.beforeAll(async () => {
  test.setTimeout(STACK_PATIENCE_MS);
  stack = await startTestStack({ name: "approvals" });
});
test.afterAll(() => stack?.remove());

// The browser reports errors while the server is down.
test.use({ allowedErrors: [/ERR_|Failed to fetch|Failed to load resource/] });

test("an approval question survives a reload and a killed server", async ({ page }) => {
  await joinAsNewPerson(page, stack);
  await page.goto(stack.url);
  const chat = chatPage(page);
  const { name } = await askToDelete(chat);
  const question = page.getByRole("region", { name: `Delete ${name}` });
  await expect(question.getByRole("button", { name: "Approve" })).toBeEnabled();
  await page.reload();
  await expect(question.getByRole("button", { name: "Approve" })).toBeEnabled();

  await stack.killServer();
  await stack.startAgain();
  await page.reload();
  await expect(chat.box).toBeEditable();
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(chat.answers.last()).toContainText("is deleted", { timeout: PATIENCE_MS });
  await chat.settled();
  await expect(question).toContainText("Approved");
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await ask(chat, "list users", "199 people");
  await expect(chat.answers.last()).not.toContainText(name);
});

test("the rest of the plan runs after the decision, also on a restarted server", async ({
  page,
}) => {
  await joinAsNewPerson(page, stack);
  await page.goto(stack.url);
  const chat = chatPage(page);
  const { name } = await askToDelete(chat, { andThen: ", and calculate 17 * 23" });
  await expect(chat.answers.last()).toContainText("it follows once you have decided");
  await expect(chat.answers.last()).toContainText("Calculate 17 * 23.");
  const question = page.getByRole("region", { name: `Delete ${name}` });
  await question.getByRole("button", { name: "Decline" }).click();
  await expect(chat.answers.last()).toContainText("nothing was changed", { timeout: PATIENCE_MS });
  await expect(chat.answers.last()).toContainText("391");
  await chat.settled();

  await ask(chat, "delete the first one, and calculate 19 * 23", name);
  await stack.killServer();
  await stack.startAgain();
  await page.reload();
  await expect(chat.box).toBeEditable();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(chat.answers.last()).toContainText("is deleted", { timeout: PATIENCE_MS });
  await expect(chat.answers.last()).toContainText("437");
  await chat.settled();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
});

import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { ask, askToDelete, chatPage } from "../fixtures/chat-page.ts";
import { demoModelControl } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

let stack: TestStack;
test.beforeAll(async () => {
  stack = await startTestStack({ name: "approvals", env: { MODEL_MAX_ATTEMPTS: "1" } });
});
test.afterAll(() => stack?.remove());

test("a retry after an approval reports the result, and does not run the action again", async ({
  page,
}) => {
  await joinAsNewPerson(page, stack);
  await page.goto(stack.url);
  const chat = chatPage(page);
  const name = await askToDelete(chat);
  const model = demoModelControl(stack.modelUrl);
  // One attempt, and one without a stream.
  await model.queue({ scenario: "error-500", match: "Approve: Delete", times: 2 });
  await page.getByRole("button", { name: "Approve" }).click();
  const retry = chat.answers.last().getByRole("button", { name: "Retry" });
  await retry.click();
  await expect(chat.answers.last()).toContainText(`${name}`);
  await expect(chat.answers.last()).toContainText("is deleted");
  await chat.settled();
  await ask(chat, "list users", "199 people");
});

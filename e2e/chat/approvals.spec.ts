import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { type ChatPage, chatPage } from "../fixtures/chat-page.ts";
import { demoModelControl } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

let stack: TestStack;
test.beforeAll(async () => {
  stack = await startTestStack({ name: "approvals", env: { MODEL_MAX_ATTEMPTS: "1" } });
});
test.afterAll(() => stack?.remove());

async function ask(chat: ChatPage, question: string, answer: string | RegExp): Promise<void> {
  const before = await chat.answers.count();
  await chat.say(question);
  // The previous answer may contain the same text.
  await expect(chat.answers).toHaveCount(before + 1);
  await expect(chat.answers.last()).toContainText(answer);
  await chat.settled();
}

/**
 * Asks to delete the first person of the list.
 * @param andThen further text of the message
 * @returns the name of that person
 */
async function askToDelete(chat: ChatPage, andThen = ""): Promise<string> {
  await ask(chat, "list users", "people in the directory");
  const cells = chat.answers.last().getByRole("row").nth(1).getByRole("cell");
  const name = await cells.nth(1).innerText();
  await ask(chat, `delete the first one${andThen}`, name);
  return name;
}

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

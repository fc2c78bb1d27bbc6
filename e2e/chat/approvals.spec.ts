import { ask, askToDelete, openNewConversation } from "../fixtures/chat-page.ts";
import { newWord } from "../fixtures/demo-model-control.ts";
import { lock, test } from "../fixtures/stacks/settings.ts";
import { expect } from "../fixtures/test.ts";

// The directory is the stack's. On the shared one, other tests count it.
test.describe.configure({ lock });

test("a retry after an approval reports the result, and does not run the action again", async ({
  page,
  model,
  signIn,
}) => {
  await signIn("user");
  const word = newWord();
  const chat = await openNewConversation(page);
  const { name, count } = await askToDelete(chat, { list: `List users. ${word}.` });
  // Four attempts, and one without a stream.
  await model.queue({ scenario: "error-500", key: word, match: "Approve: Delete", times: 5 });
  await page.getByRole("button", { name: "Approve" }).click();
  const retry = chat.answers.last().getByRole("button", { name: "Retry" });
  await retry.click();
  await expect(chat.answers.last()).toContainText(name);
  await expect(chat.answers.last()).toContainText("is deleted");
  await chat.settled();
  await ask(chat, "list users", `${count - 1} people`);
});

import { ask, askToDelete, openNewConversation } from "../fixtures/chat-page.ts";
import { newWord } from "../fixtures/demo-model-control.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
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

test("an open run page says that a call waits, and later what the person decided", async ({
  page,
  openAs,
  signIn,
  stack,
}) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  await askToDelete(chat);
  const admin = await openAs("admin");
  const [asking] = await runsOfConversation(admin, page.url(), stack);
  await admin.goto(`/admin/runs/${asking}?panel=timeline`);
  const timeline = admin.getByRole("treegrid", { name: "Timeline" });
  const declined = timeline.getByRole("row").filter({ hasText: "Denied" });
  await expect(timeline.getByRole("row").filter({ hasText: "Waiting" }).last()).toBeVisible();
  await expect(declined).toHaveCount(0);
  await page.getByRole("button", { name: "Decline" }).click();
  await chat.settled();
  // The operator looks at the page again.
  await admin.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
  await expect(declined).toHaveCount(1);
});

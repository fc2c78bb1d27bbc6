/** A decision by keyboard, what it says and where the focus goes; two tabs that decide at once. */
import type { Page } from "@playwright/test";
import { type ChatPage, chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { expect, test } from "../fixtures/test.ts";

/** Asks to delete the second person of the list. @returns the question */
async function askToDelete(chat: ChatPage, page: Page, andThen = "") {
  await chat.say("list users");
  await chat.settled();
  await expect(chat.answers.last()).toContainText("people in the directory");
  await chat.say(`delete the second one${andThen}`);
  const question = page.getByRole("region", { name: /^Delete .+\?$/ }).last();
  await expect(question.getByRole("button", { name: "Approve" })).toBeEnabled();
  await chat.settled();
  return question;
}

test.beforeEach(({ signIn }) => signIn("user"));

test("the question is said once, and a decision by keyboard leads to what comes next", async ({
  page,
}) => {
  const chat = await openNewConversation(page);
  const question = await askToDelete(chat, page, ", and calculate 17 * 23");
  const sentence = await question.getByRole("paragraph").innerText();
  await expect(chat.log.getByText(sentence)).toHaveCount(1);
  await expect(chat.answers.last()).toContainText("it follows once you have decided");
  expect(await findViolations(page)).toEqual([]);

  await question.getByRole("button", { name: "Decline" }).focus();
  await page.keyboard.press("Enter");
  await expect(chat.box).toBeFocused();
  await expect(chat.asked.last()).toHaveText(/^Decline/);
  await expect(chat.answers.last()).toContainText("391");
  await chat.settled();
  await expect(question).toContainText("Declined");
  await expect(chat.log.getByText(sentence)).toHaveCount(1);
  await expect(chat.asked.last().getByRole("button", { name: "Edit message" })).toHaveCount(0);
  await expect(chat.box).toBeFocused();
  await page.reload();
  await expect(chat.log.getByText(sentence)).toHaveCount(1);
});

for (const [first, second, outcome] of [
  ["Approve", "Decline", "Already decided: approved."],
  ["Decline", "Approve", "Already decided: declined."],
] as const) {
  test(`who presses ${second} after ${first} in another tab reads what was decided`, async ({
    page,
  }) => {
    const chat = await openNewConversation(page);
    const question = await askToDelete(chat, page);
    const stale = await page.context().newPage();
    // The other tab learns nothing of the decision: neither from tabs nor by reading again.
    await stale.addInitScript(() => {
      window.addEventListener("storage", (event) => event.stopImmediatePropagation(), true);
    });
    await stale.goto(page.url());
    const press = stale.getByRole("button", { name: second, exact: true });
    await expect(press).toBeEnabled();
    await stale.reload();
    await expect(press).toBeEnabled();
    await stale.route("**/api/conversations/**", (route) => route.abort());

    await question.getByRole("button", { name: first, exact: true }).click();
    await expect(question).toContainText(first === "Approve" ? "Approved" : "Declined");
    await chat.settled();
    const answers = await chat.answers.count();

    await stale.bringToFront();
    await press.click();
    await expect(stale.getByText(outcome)).toBeVisible();
    await stale.unroute("**/api/conversations/**");
    await stale.reload();
    await expect(chatPage(stale).answers).toHaveCount(answers);
    await expect(stale.getByRole("button", { name: second, exact: true })).toHaveCount(0);
  });
}

// The tab that is kept from reading again says so in its console.
test.use({ allowedErrors: [/ERR_FAILED|Failed to load resource/] });

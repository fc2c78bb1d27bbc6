/** A person contests an answer, a reviewer takes and judges it, and the person reads the verdict. */
import type { Page } from "@playwright/test";
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const NARROW_AND_DARK = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
} as const;

test.describe.configure({ mode: "serial", timeout: 120_000 });

/** @returns the reference */
async function contest(page: Page, words: string): Promise<string> {
  const chat = chatPage(page);
  await chat.answers.last().getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Something is wrong with this answer" }).click();
  const dialog = page.getByRole("dialog", { name: "Something is wrong with this answer" });
  await dialog.getByLabel("It did something it should not have").check();
  await dialog.getByLabel("In your words (optional)").fill(words);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog).toContainText("Its reference is");
  const reference = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(await dialog.innerText())?.[0] ?? "";
  await dialog.getByRole("button", { name: "Close" }).first().click();
  return reference;
}

test("from the answer to the verdict on it", async ({ page: chatting, openAs }) => {
  await joinAsNewPerson(chatting);
  const chat = await openNewConversation(chatting);
  await chat.say("What is fibonacci(90)?");
  await chat.settled();
  const reference = await contest(chatting, "zqwords");
  await expect(chat.answers.last()).toContainText(`(${reference}). It waits for a reviewer.`);

  const [auditor, admin] = [await openAs("auditor"), await openAs("admin")];
  await auditor.goto("/admin/review?reason=contested");
  await expect(auditor.getByRole("main")).toContainText("Contested: It did something");
  await expect(auditor.getByRole("main")).not.toContainText("zqwords");
  expect(await findViolations(auditor)).toEqual([]);
  await admin.goto("/admin/review?reason=contested");
  // Both want it at once: one has it.
  await Promise.all([
    auditor.getByRole("button", { name: "Take next" }).click(),
    admin.getByRole("button", { name: "Take next" }).click(),
  ]);
  const isTaken = /\/admin\/review\/[0-9a-f-]{36}$/;
  await expect
    .poll(() => [auditor, admin].filter((page) => isTaken.test(page.url())).length)
    .toBe(1);
  const reviewer = isTaken.test(auditor.url()) ? auditor : admin;
  const other = reviewer === auditor ? admin : auditor;
  await expect(other.getByRole("main")).toContainText("No case is open for you.");
  await expect(other.getByRole("main")).toContainText("Taken by");
  expect((await other.request.get(reviewer.url())).status()).toBe(404);

  const desk = reviewer.getByRole("region", { name: "Verdict" });
  await expect(desk).toContainText("zqwords");
  await expect(reviewer.getByRole("region", { name: "What the person sees" })).toContainText(
    "2880067194370816120",
  );
  await desk.getByLabel("The answer is wrong").check();
  await desk.getByLabel("Words for the person").fill("The number is not what was asked for.");
  await desk.getByLabel("Note for reviewers").fill("zqnote");
  await expect(desk).toContainText("Draft kept");
  await reviewer.reload();
  await expect(desk.getByLabel("Note for reviewers")).toHaveValue("zqnote");
  expect(await findViolations(reviewer)).toEqual([]);
  await desk.getByRole("button", { name: "Give the verdict" }).click();
  await expect(reviewer).toHaveURL(/\/admin\/review$/);
  await expect(reviewer.getByRole("main")).toContainText("Judged: found wrong");

  await chatting.reload();
  await expect(chat.answers.last()).toContainText("Found wrong on");
  await expect(chat.answers.last()).toContainText("The number is not what was asked for.");
  await expect(chatting.locator("body")).not.toContainText("zqnote");
  expect(await findViolations(chatting)).toEqual([]);
  await chatting.goto("/account");
  await expect(chatting.getByRole("region", { name: "Answers that you contested" })).toContainText(
    "Found wrong on",
  );
  await expect(chatting.getByRole("region", { name: "Who looked" })).toContainText(
    "took for review",
  );
  expect(await findViolations(chatting)).toEqual([]);
});

test("the list by keyboard on a narrow, dark screen, and never two on one case", async ({
  page: chatting,
  openAs,
}) => {
  await joinAsNewPerson(chatting);
  const chat = await openNewConversation(chatting);
  const references: string[] = [];
  for (const question of ["What is fibonacci(10)?", "What is fibonacci(20)?"]) {
    await chat.say(question);
    await chat.settled();
    references.push(await contest(chatting, ""));
  }
  const pages = [await openAs("auditor", NARROW_AND_DARK), await openAs("admin", NARROW_AND_DARK)];
  for (const page of pages) {
    await page.goto("/admin/review?reason=contested");
    await expect(page.getByRole("button", { name: references[0] ?? "" })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  }
  await Promise.all(pages.map((page) => page.keyboard.press("n")));
  for (const page of pages) await expect(page).toHaveURL(/\/admin\/review\/[0-9a-f-]{36}$/);
  const [one, other] = pages.map((page) => page.url());
  expect(one).not.toBe(other);
  const [page = chatting] = pages;
  await page.getByRole("button", { name: "Leave the case" }).click();
  await expect(page.getByRole("button", { name: /^[0-9A-Z]{5}-/ })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(one ?? "");
});

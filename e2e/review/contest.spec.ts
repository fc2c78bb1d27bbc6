/** A person contests an answer, a reviewer takes and judges it by the rubric, undoes and corrects it, and the person reads the verdict. */
import type { Page } from "@playwright/test";
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { enterAs, joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { caseRow, openCaseList, openOwnCases } from "../fixtures/review/case-list.ts";
import { contestedRun } from "../fixtures/review/contested-run.ts";
import { expect, test } from "../fixtures/test.ts";

const NARROW_AND_DARK = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
} as const;

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
  const open = "show=open&reason=contested";
  await openCaseList(auditor, reference, open);
  await expect(caseRow(auditor, reference)).toContainText("Contested: It did something");
  await expect(auditor.getByRole("main")).not.toContainText("zqwords");
  expect(await findViolations(auditor)).toEqual([]);
  await openCaseList(admin, reference, open);
  // Both want it at once: one has it.
  await Promise.all([
    auditor.getByRole("button", { name: reference }).click(),
    admin.getByRole("button", { name: reference }).click(),
  ]);
  const isTaken = /\/admin\/review\/[0-9a-f-]{36}$/;
  await expect
    .poll(() => [auditor, admin].filter((page) => isTaken.test(page.url())).length)
    .toBe(1);
  const reviewer = isTaken.test(auditor.url()) ? auditor : admin;
  const other = reviewer === auditor ? admin : auditor;
  await expect(other.getByRole("main")).toContainText("Somebody else has taken it");
  await expect(caseRow(other, reference)).toContainText("Taken by");
  expect((await other.request.get(reviewer.url())).status()).toBe(404);

  const desk = reviewer.getByRole("region", { name: "Verdict" });
  await expect(desk).toContainText("zqwords");
  await expect(reviewer.getByRole("region", { name: "What the person sees" })).toContainText(
    "2880067194370816120",
  );
  await desk.getByLabel("The answer is wrong").check();
  for (const criterion of [/^True/, /^What was asked/, /^What it did/])
    await desk.getByRole("group", { name: criterion }).getByRole("radio").first().check();
  await desk.getByLabel("Words for the person").fill("The number is not what was asked for.");
  await desk.getByLabel("Note for reviewers").fill("zqnote");
  await expect(desk).toContainText("Draft kept");
  await reviewer.reload();
  await expect(desk.getByLabel("Note for reviewers")).toHaveValue("zqnote");
  expect(await findViolations(reviewer)).toEqual([]);
  await desk.getByRole("button", { name: "Give the verdict" }).click();
  await expect(reviewer).toHaveURL(/\/admin\/review$/);
  await openCaseList(reviewer, reference, "show=judged");
  await expect(caseRow(reviewer, reference)).toContainText("Judged: found wrong");

  // Until then, the verdict can be taken back.
  await expect(async () => {
    await chatting.reload();
    await expect(chat.answers.last()).toContainText("Found wrong on", { timeout: 2_000 });
  }).toPass();
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

test("judges by digits, undoes, judges again and corrects", async ({ page: chatting, openAs }) => {
  const { person, conversationId, runId, reference } = await contestedRun("What is fibonacci(90)?");
  await enterAs(chatting, person);
  await chatting.goto(`/c/${conversationId}`);
  const chat = chatPage(chatting);

  const page = await openAs("auditor");
  await openOwnCases(page, runId);
  await page.getByRole("button", { name: reference }).click();
  await expect(page).toHaveURL(/\/admin\/review\/[0-9a-f-]{36}$/);
  const desk = page.getByRole("region", { name: "Verdict" });
  await expect(desk.getByRole("group", { name: /^True/ })).toBeVisible();
  await page.getByRole("tab", { name: /^Timeline/ }).click();
  await page
    .locator("#panel")
    .getByRole("button", { name: /general/i })
    .first()
    .click();
  await page.keyboard.press("m");
  await desk.getByRole("textbox", { name: /^Note at Hop/ }).fill("zqmark");
  await expect(page.locator("#panel")).toContainText("zqmark");
  await page.locator("#panel").focus();
  await page.keyboard.press("v");
  for (const digit of ["1", "2", "1", "1"]) await page.keyboard.press(digit);
  await expect(desk.getByLabel("The answer is wrong")).toBeChecked();
  await expect(
    desk.getByRole("group", { name: /^True/ }).getByRole("radio", { name: /Fail/ }),
  ).toBeChecked();
  await expect(desk).toContainText("Still to answer: words for the person");
  await desk.getByLabel("Words for the person").fill("It is another number.");
  await expect(desk).toContainText("Draft kept");
  await page.reload();
  await expect(desk.getByRole("textbox", { name: /^Note at Hop/ })).toHaveValue("zqmark");
  expect(await findViolations(page)).toEqual([]);
  const address = page.url().replace(/\?.*/, "");
  await desk.getByRole("button", { name: "Give the verdict" }).click();
  await expect(page.getByRole("status").filter({ hasText: "given" })).toBeVisible();
  await page.keyboard.press("u");
  await expect(page).toHaveURL(address);
  await expect(desk.getByLabel("Words for the person")).toHaveValue("It is another number.");
  await chatting.reload();
  await expect(chat.answers.last()).not.toContainText("Found wrong");
  await desk.getByRole("button", { name: "Give the verdict" }).click();
  await expect(page).toHaveURL(/\/admin\/review$/);
  await expect(async () => {
    await chatting.reload();
    await expect(chat.answers.last()).toContainText("Found wrong on", { timeout: 2_000 });
  }).toPass();

  await openCaseList(page, reference, "show=judged");
  await page.getByRole("link", { name: reference }).click();
  await expect(page).toHaveURL(address);
  await desk.getByRole("button", { name: "Correct it" }).click();
  await desk.getByLabel("The answer is not wrong").check();
  await desk.getByRole("button", { name: "Give the correction" }).click();
  await expect(page).toHaveURL(/\/admin\/review$/);
  await expect(async () => {
    await chatting.reload();
    await expect(chat.answers.last()).toContainText("Not found wrong, corrected on", {
      timeout: 2_000,
    });
  }).toPass();
});

test("the list by keyboard on a narrow, dark screen, and never two on one case", async ({
  openAs,
}) => {
  const cases = [
    { page: await openAs("auditor", NARROW_AND_DARK), question: "What is fibonacci(10)?" },
    { page: await openAs("admin", NARROW_AND_DARK), question: "What is fibonacci(20)?" },
  ];
  const open = "show=open&reason=contested";
  const taking = await Promise.all(
    cases.map(async ({ page, question }) => {
      const { reference, runId } = await contestedRun(question);
      await openCaseList(page, reference, open);
      return { page, runId, reference, button: page.getByRole("button", { name: reference }) };
    }),
  );
  for (const { page } of taking) expect(await findViolations(page)).toEqual([]);
  // Not "n": the next case may be that of another test.
  await Promise.all(taking.map(({ button }) => button.press("Enter")));
  for (const { page, runId } of taking) await expect(page).toHaveURL(`/admin/review/${runId}`);
  const [first] = taking;
  if (!first) throw new Error("nobody takes a case");
  const { page, runId, reference, button } = first;
  await page.getByRole("tab", { name: "Case" }).click();
  await page.getByRole("button", { name: "Leave the case" }).click();
  await expect(page).toHaveURL(/\/admin\/review$/);
  await openCaseList(page, reference, open);
  await page.keyboard.press("j");
  await expect(page.locator("[data-case]:focus")).toHaveCount(1);
  await button.press("Enter");
  await expect(page).toHaveURL(`/admin/review/${runId}`);
});

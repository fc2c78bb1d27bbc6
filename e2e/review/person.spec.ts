/** What becomes of an answer that was found wrong: for its person, in later prompts, in copies of it, and beside its receipt. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { chatPage } from "../fixtures/chat-page.ts";
import { newWord } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { enterAs } from "../fixtures/people/new-person.ts";
import { caseRow, openCaseList, openOwnCases } from "../fixtures/review/case-list.ts";
import { type ContestedRun, contestedRun } from "../fixtures/review/contested-run.ts";
import { expect, test } from "../fixtures/test.ts";

type Judged = { isWrong: boolean; words: string };

async function judge(
  page: Page,
  { runId, reference }: ContestedRun,
  { isWrong, words }: Judged,
): Promise<void> {
  await openOwnCases(page, runId);
  await page.getByRole("button", { name: reference }).click();
  const desk = page.getByRole("region", { name: "Verdict" });
  await desk.getByLabel(isWrong ? "The answer is wrong" : "The answer is not wrong").check();
  for (const criterion of [/^True/, /^What was asked/, /^What it did/])
    await desk.getByRole("group", { name: criterion }).getByRole("radio").first().check();
  await desk.getByLabel("Words for the person").fill(words);
  if (isWrong) await desk.getByLabel("This exchange leaves memory").check();
  expect(await findViolations(page)).toEqual([]);
  await desk.getByRole("button", { name: "Give the verdict" }).click();
  await expect(page).toHaveURL(/\/admin\/review$/);
}

/** Opens the conversation in its person's browser. */
async function openConversation(page: Page, { person, conversationId }: ContestedRun) {
  await enterAs(page, person);
  await page.goto(`/c/${conversationId}`);
  return chatPage(page);
}

/** What follows from a verdict comes once it cannot be undone any more. */
async function readUntil(page: Page, words: string) {
  await expect(async () => {
    await page.reload();
    await expect(chatPage(page).answers.last()).toContainText(words, { timeout: 3_000 });
  }).toPass();
}

test("it leaves memory, and is marked in search, export, a shared copy and beside the receipt", async ({
  page,
  browser,
  baseURL,
  model,
  openAs,
}) => {
  const [wrong, later] = [newWord(), newWord()];
  const contested = await contestedRun(`What is fibonacci(90)? ${wrong}`);
  const chat = await openConversation(page, contested);
  await judge(await openAs("auditor"), contested, { isWrong: true, words: "It is another one." });

  await readUntil(page, "does not remember this question");
  await expect(chat.answers.last()).toContainText("Found wrong on");
  expect(await findViolations(page)).toEqual([]);
  await chat.say(`What is fibonacci(80)? ${later}`);
  await chat.settled();
  const prompts = await model.requests(later);
  expect(prompts.length).toBeGreaterThan(0);
  expect(JSON.stringify(prompts)).not.toContain(wrong);

  const { conversationId: id } = contested;
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("2880067194370816120");
  await expect(page.getByRole("dialog").getByText("Found wrong on")).toBeVisible();
  await page.keyboard.press("Escape");
  const exported = await page.request.get(`/api/conversations/${id}/export?format=markdown`);
  expect(await exported.text()).toContain("> Found wrong on");

  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share a copy" });
  await dialog.getByRole("button", { name: "Create the link" }).click();
  const address = await dialog.getByLabel("Link").inputValue();
  const context = await browser.newContext({ baseURL });
  const stranger = await context.newPage();
  await stranger.goto(address);
  await expect(stranger.getByText(`fibonacci(90)? ${wrong}`).last()).toBeVisible();
  await expect(stranger.locator("body")).not.toContainText("Found wrong");
  await dialog.getByLabel("Say on the page which answers were found wrong").check();
  await dialog.getByRole("button", { name: "Make a new copy" }).click();
  await expect(dialog.getByRole("status")).not.toBeEmpty();
  await stranger.reload();
  await expect(stranger.getByText("Found wrong on")).toHaveCount(1);
  await expect(stranger.locator("body")).not.toContainText("It is another one.");
  expect(await findViolations(stranger)).toEqual([]);
  await page.keyboard.press("Escape");

  await chat.answers.first().getByRole("button", { name: "More" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download receipt" }).click(),
  ]);
  const receipt = await readFile(await download.path());
  await stranger.goto("/verify");
  await stranger.locator("input[type=file]").setInputFiles({
    name: "receipt.json",
    mimeType: "application/json",
    buffer: receipt,
  });
  await expect(stranger.getByRole("heading", { name: "The receipt holds" })).toBeVisible();
  await expect(stranger.getByText("A reviewer found this answer wrong")).toBeVisible();
  await context.close();
});

test("a person appeals once, to somebody who has not judged it", async ({ page, openAs }) => {
  const contested = await contestedRun("What is fibonacci(70)?");
  const chat = await openConversation(page, contested);
  const [first, second] = [await openAs("auditor"), await openAs("admin")];
  await judge(first, contested, { isWrong: false, words: "" });
  await readUntil(page, "not found wrong");
  await chat.answers.last().getByRole("button", { name: "Ask for another reviewer" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask for another reviewer" });
  await dialog.getByLabel("What did the reviewer get wrong?").fill("zqappeal");
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(chat.answers.last()).toContainText("You asked for another reviewer.");

  const { reference } = contested;
  await openCaseList(first, reference, "show=open");
  await expect(caseRow(first, reference)).toBeVisible();
  await expect(first.getByRole("button", { name: reference })).toHaveCount(0);
  await judge(second, contested, { isWrong: true, words: "It is another one after all." });
  const list = page.getByRole("region", { name: "Answers that you contested" });
  // Until then, the verdict can be taken back.
  await expect(async () => {
    await page.goto("/account");
    await expect(list).toContainText("It is another one after all.", { timeout: 2_000 });
  }).toPass();
  await expect(list).not.toContainText("another reviewer");
});

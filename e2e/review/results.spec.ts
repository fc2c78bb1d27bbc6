/** What reviewers found, in numbers: from a verdict to its figure, its case, and the files. */
import type { Page } from "@playwright/test";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const NARROW_AND_DARK = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
} as const;

/** @returns the reference */
async function contest(page: Page): Promise<string> {
  await page.getByRole("article").last().getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Something is wrong with this answer" }).click();
  const dialog = page.getByRole("dialog", { name: "Something is wrong with this answer" });
  await dialog.getByLabel("It did something it should not have").check();
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog).toContainText("Its reference is");
  return /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(await dialog.innerText())?.[0] ?? "";
}

test("a verdict counts, opens its case, and is in the files", async ({
  page: chatting,
  openAs,
}) => {
  await joinAsNewPerson(chatting);
  const chat = await openNewConversation(chatting);
  await chat.say("What is fibonacci(90)?");
  await chat.settled();
  const reference = await contest(chatting);

  const auditor = await openAs("auditor");
  await auditor.goto("/admin/review");
  await auditor.getByRole("button", { name: reference }).click();
  const desk = auditor.getByRole("region", { name: "Verdict" });
  await desk.getByLabel("The answer is wrong").check();
  for (const criterion of [/^True/, /^What was asked/, /^What it did/])
    await desk.getByRole("group", { name: criterion }).getByRole("radio").first().check();
  await desk.getByLabel("Words for the person").fill("zqtold");
  await expect(desk).toContainText("Draft kept");
  await desk.getByRole("button", { name: "Give the verdict" }).click();
  await expect(auditor).toHaveURL(/\/admin\/review$/);

  await auditor.getByRole("link", { name: "Results" }).click();
  await expect(auditor.getByRole("heading", { name: "Results" })).toBeVisible();
  await expect(auditor.getByRole("main")).toContainText("No case of the random sample was judged");
  expect(await findViolations(auditor)).toEqual([]);
  const byReason = auditor.getByRole("table", { name: "By reason" });
  await byReason.getByRole("row", { name: "Contested" }).getByRole("link").first().click();
  await expect(auditor.getByRole("main")).toContainText("Reason: Contested");
  await expect(auditor.getByRole("link", { name: reference })).toBeVisible();
  expect(await findViolations(auditor)).toEqual([]);

  const address = "/api/admin/review/results";
  const file = async (page: Page, format: string) =>
    (await page.request.get(`${address}/export?format=${format}`)).text();
  expect(await file(auditor, "csv")).toContain("zqtold");
  const admin = await openAs("admin", NARROW_AND_DARK);
  for (const format of ["csv", "jsonl", "promptfoo"])
    expect(await file(admin, format)).not.toContain("zqtold");
  expect(await file(admin, "csv")).toContain(reference);
  await admin.goto("/admin/review/results?range=7d");
  await expect(admin.getByRole("table", { name: "By model" })).toBeVisible();
  expect(await findViolations(admin)).toEqual([]);
  const width = await admin.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);

  for (const path of ["", "/cases?by=all", "/export?format=csv", "/export?format=promptfoo"])
    expect((await chatting.request.get(`${address}${path}`)).status()).toBe(404);
  for (const path of ["", "/cases"])
    expect((await chatting.request.get(`/admin/review/results${path}`)).status()).toBe(404);
});

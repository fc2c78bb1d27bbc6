/** The intake by keyboard, its document beside the chat, and what a correction does to it. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { type ChatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const TO_THE_BRIEF = [
  "I need a brief for a mobile app for dog owners",
  "Help people find lost dogs in their neighbourhood",
  "Dog owners in big cities",
  "It must use React Native and run on iOS and Android",
  "By the end of March 2027",
];

test.beforeEach(async ({ page }) => {
  await joinAsNewPerson(page);
});

async function sayAll(chat: ChatPage, words: readonly string[]): Promise<void> {
  for (const said of words) {
    const before = await chat.answers.count();
    await chat.say(said);
    await expect(chat.answers).toHaveCount(before + 1);
    await chat.settled();
  }
}

const cardOn = (page: Page) => page.getByRole("region", { name: "Understood so far" });
const fact = (card: Locator, label: string) =>
  card.getByRole("button", { name: `Correct ${label}` });

/** Saves a file by a press of this button or link. */
async function save(page: Page, control: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), control.click()]);
  return readFile(await download.path());
}

async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
    mergePages: true,
  });
  return text;
}

test("a fact is corrected by keyboard alone, and Escape and Cancel leave it", async ({ page }) => {
  const chat = await openNewConversation(page);
  await sayAll(chat, TO_THE_BRIEF.slice(0, 2));
  const card = cardOn(page);
  const pencil = fact(card, "Goal");
  const field = card.getByRole("textbox", { name: "Goal" });

  await pencil.focus();
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.type("never kept");
  await page.keyboard.press("Escape");
  await expect(pencil).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.type("never kept either");
  await page.keyboard.press("Tab");
  await expect(card.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(pencil).toBeFocused();
  await expect(card).toContainText("lost dogs");

  await page.keyboard.press("Enter");
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type("Fewer lost cats");
  await page.keyboard.press("Enter");
  await expect(card).toContainText("Fewer lost cats");
  await expect(pencil).toBeFocused();
  await expect(card.getByRole("status").filter({ hasText: "Goal is corrected." })).toHaveCount(1);
});

test("the brief opens beside the chat, is remembered, and downloads as Markdown and PDF", async ({
  page,
}) => {
  const chat = await openNewConversation(page);
  await sayAll(chat, TO_THE_BRIEF);
  const opener = chat.answers.last().getByRole("button", { name: "Open Project brief" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Project brief" });
  await expect(panel.getByRole("heading", { name: "Project brief", exact: true })).toBeFocused();
  await expect(panel).toContainText("Audience");
  await expect(panel).toContainText("lost dogs");
  await expect(chat.box).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await page.reload();
  await expect(panel).toContainText("lost dogs");
  const markdown = await save(page, panel.getByRole("link", { name: "project-brief.md" }));
  expect(markdown.toString()).toMatch(/## Goal\n\n.*lost dogs/);
  const pdf = await save(page, panel.getByRole("button", { name: "PDF" }));
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const printed = await textOf(pdf);
  expect(printed).toContain("Audience");
  expect(printed).toMatch(/Page 1 of \d/);
});

test("a correction after the brief marks it, on its own branch, and one press has it written anew", async ({
  page,
}) => {
  const chat = await openNewConversation(page);
  await sayAll(chat, TO_THE_BRIEF);
  await chat.answers.last().getByRole("button", { name: "Open Project brief" }).click();
  const panel = page.getByRole("complementary", { name: "Project brief" });
  await sayAll(chat, ["thank you"]);
  const card = cardOn(page);
  await fact(card, "Goal").click();
  await card.getByRole("textbox", { name: "Goal" }).fill("Fewer lost cats");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(panel).toContainText("You have corrected this since it was written.");
  await expect(panel).toContainText("Fewer lost cats");

  // Another version of what was said behind the brief: nothing was corrected there.
  const thanks = chat.asked.last();
  await thanks.hover();
  await thanks.getByRole("button", { name: "Edit message" }).click();
  await thanks.getByRole("textbox", { name: "Edited message" }).fill("thanks a lot");
  await page.keyboard.press("Enter");
  await chat.settled();
  await expect(panel).not.toContainText("cats");
  await expect(panel).not.toContainText("You have corrected this");
  await expect(card).toContainText("lost dogs");
  await chat.asked.last().getByRole("button", { name: "Previous version" }).click();
  await expect(panel).toContainText("Fewer lost cats");

  await panel.getByRole("button", { name: "Write it anew" }).click();
  await expect(chat.asked.last()).toContainText("write the brief again");
  await expect(panel).not.toContainText("You have corrected this");
  await expect(panel).toContainText("Fewer lost cats");
  await expect(panel).not.toContainText(/goal: [^;]*dogs/);
  await chat.settled();
  await expect(chat.answers.getByRole("button", { name: "Close Project brief" })).toHaveCount(1);
});

test("on a phone the brief fills the screen, and nothing of it is wider", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const chat = await openNewConversation(page);
  await sayAll(chat, TO_THE_BRIEF);
  const card = cardOn(page);
  await fact(card, "Timeline").click();
  await expect(card.getByRole("textbox", { name: "Timeline" })).toBeFocused();
  await page.keyboard.press("Escape");
  const opener = chat.answers.last().getByRole("button", { name: "Open Project brief" });
  await opener.click();
  const sheet = page.getByRole("dialog", { name: "Project brief" });
  await expect(sheet).toContainText("Audience");
  const box = await sheet.boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 360, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();
});

test("a document and its PDF are their owner's alone", async ({ page, browser }) => {
  const chat = await openNewConversation(page);
  await sayAll(chat, TO_THE_BRIEF);
  const link = chat.answers.last().getByRole("link", { name: "project-brief.md" });
  const address = (await link.getAttribute("href")) ?? "";
  const printed = address.replace(/\/([^/]+)\.md$/, "/print/$1.pdf");
  expect((await page.request.get(printed)).status()).toBe(200);
  const stranger = await browser.newPage();
  await joinAsNewPerson(stranger);
  for (const path of [address, printed]) {
    expect((await stranger.request.get(new URL(path, page.url()).href)).status()).toBe(404);
  }
  await stranger.context().clearCookies();
  expect((await stranger.request.get(new URL(printed, page.url()).href)).status()).toBe(401);
  await stranger.close();
});

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type ChatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const FIRST = [
  ["I need a brief for a mobile app for dog owners", "What should the project achieve?"],
  ["Help people find lost dogs in their neighbourhood", "Who is it for?"],
  ["Dog owners in big cities", "Where should it run?"],
] as const;
const REST = [
  ["It must use React Native and run on iOS and Android", "By when is it needed?"],
  ["By the end of March 2027", "The brief is ready"],
] as const;
const SECOND = [
  ["I need a brief for a website for bakers", "What should the project achieve?"],
  ["Sell more bread", "Who is it for?"],
  ["Bakers", "Where should it run?"],
  ["The web", "By when is it needed?"],
  ["In May", "The brief is ready"],
] as const;

test.beforeEach(async ({ page }) => {
  await joinAsNewPerson(page);
});

async function answerAll(chat: ChatPage, answers: readonly (readonly [string, string])[]) {
  for (const [answer, next] of answers) {
    const before = await chat.answers.count();
    await chat.say(answer);
    await expect(chat.answers).toHaveCount(before + 1);
    await expect(chat.answers.last()).toContainText(next);
    await chat.settled();
  }
}

const cardOn = (page: Page) => page.getByRole("region", { name: "Understood so far" });

/** Downloads the brief below the newest answer. */
async function downloadBrief(page: Page, chat: ChatPage): Promise<string> {
  const link = chat.answers.last().getByRole("link", { name: "project-brief.md" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return readFile(await download.path(), "utf8");
}

test("a corrected fact of an intake appears in the brief", async ({ page }) => {
  const chat = await openNewConversation(page);
  await answerAll(chat, FIRST);
  const card = cardOn(page);
  await card.getByRole("button", { name: "Correct Goal" }).click();
  await card.getByRole("textbox", { name: "Goal" }).fill("Fewer lost cats");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card).toContainText("Fewer lost cats");
  await page.reload();
  await expect(card).toContainText("Fewer lost cats");
  await expect(card).not.toContainText("lost dogs");
  await answerAll(chat, REST);
  expect(await downloadBrief(page, chat)).toContain("Fewer lost cats");
});

test("a fact that is corrected after the brief was written is corrected in the brief", async ({
  page,
}) => {
  const chat = await openNewConversation(page);
  await answerAll(chat, FIRST);
  await answerAll(chat, REST);
  expect(await downloadBrief(page, chat)).toContain("lost dogs");
  const card = cardOn(page);
  await card.getByRole("button", { name: "Correct Goal" }).click();
  await card.getByRole("textbox", { name: "Goal" }).fill("Fewer lost cats");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card).toContainText("Fewer lost cats");
  const brief = await downloadBrief(page, chat);
  expect(brief).toContain("## Goal\n\nFewer lost cats\n");
  expect(brief).not.toMatch(/## Goal\n\n[^#]*dogs/);
});

test("a second brief starts empty, and the first one can still be opened", async ({ page }) => {
  const chat = await openNewConversation(page);
  await answerAll(chat, FIRST);
  await answerAll(chat, REST);
  expect(await downloadBrief(page, chat)).toContain("lost dogs");
  const links = page.getByRole("link", { name: "project-brief.md" });
  await expect(links).toHaveCount(1);

  await answerAll(chat, SECOND.slice(0, 2));
  await expect(cardOn(page)).toContainText("bread");
  await expect(cardOn(page)).not.toContainText("dogs");
  await answerAll(chat, SECOND.slice(2));
  const second = await downloadBrief(page, chat);
  expect(second).toContain("Sell more bread");
  expect(second).not.toContain("dogs");
  await expect(links).toHaveCount(2);
  const [download] = await Promise.all([page.waitForEvent("download"), links.first().click()]);
  expect(await readFile(await download.path(), "utf8")).toContain("lost dogs");
});

/** A person takes their conversations away: what they saw, and nothing of what is behind the glass. */
import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const read = async (download: Download) => readFile(await download.path(), "utf8");

async function save(page: Page, press: () => Promise<void>): Promise<Download> {
  const saving = page.waitForEvent("download");
  await press();
  return saving;
}

test("one conversation, and all of them, are exported as Markdown and JSON", async ({ page }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await chat.say("What is fibonacci(10)?");
  await chat.settled();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  // The model has named it.
  const row = sidebar.getByRole("link", { name: /^Fibonacci\(10\)/ });
  await expect(row).toBeVisible();
  const choose = (item: string) => async () => {
    await row.hover();
    await sidebar.getByRole("button", { name: "Conversation menu" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const markdown = await save(page, choose("Export as Markdown"));
  expect(markdown.suggestedFilename()).toMatch(/fibonacci.*\.md$/i);
  const written = await read(markdown);
  expect(written).toMatch(/^# Fibonacci\(10\)\n\n## You, [\d -:]+ UTC\n\nWhat is/);
  expect(written).toContain("**55**");
  const json = JSON.parse(await read(await save(page, choose("Export as JSON"))));
  expect(json.messages.map(({ by }: { by: string }) => by)).toEqual(["person", "assistant"]);
  await page.goto("/account");
  const all = await save(page, () =>
    page.getByRole("link", { name: "Conversations as JSON" }).click(),
  );
  const text = await read(all);
  expect(JSON.parse(text)).toEqual([json]);
  // No tool, no code, no agent.
  for (const hidden of [written, text])
    expect(hidden).not.toMatch(/python_interpreter|tool_call|n = 10|general|hopRef/);
});

test("nobody exports another person's conversation", async ({ page, browser, baseURL }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await chat.say("Hello");
  await chat.settled();
  const id = page.url().split("/").at(-1);
  const other = await browser.newContext({ baseURL });
  const stranger = await other.newPage();
  await joinAsNewPerson(stranger);
  const answer = await stranger.request.get(`/api/conversations/${id}/export`);
  expect(answer.status()).toBe(404);
  await other.close();
});

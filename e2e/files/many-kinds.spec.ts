/** Workbooks, presentations and code; files alone; uploads with progress; drafts that other tabs have, too. */
import { readFile } from "node:fs/promises";
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const SAMPLES = "lib/tools/file-extraction/testing";
const sample = async (name: string) => ({
  name,
  mimeType: "",
  buffer: await readFile(`${SAMPLES}/${name}`),
});
const text = (name: string, said: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(said),
});

test.beforeEach(async ({ page }) => {
  await joinAsNewPerson(page);
});

test("a workbook, a presentation and code are read, shown, and asked about later", async ({
  page,
}) => {
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  const code = text("greet.ts", 'export const greet = (name: string) => "Moin " + name;\n');
  await page
    .locator("input[type=file]")
    .setInputFiles([await sample("prices.xlsx"), await sample("plan.pptx"), code]);
  const attached = page.getByRole("list", { name: "Attached files" });
  await expect(attached.getByRole("button", { name: /^Remove/ })).toHaveCount(3);
  await chat.say("What do the files say?");
  for (const name of ["prices.xlsx", "plan.pptx", "greet.ts"])
    await expect(chat.answers).toContainText(name);
  await expect(chat.answers).toContainText("Moin");
  await chat.settled();

  await chat.asked.getByRole("button", { name: "Open prices.xlsx" }).click();
  const preview = page.getByRole("dialog", { name: "Preview of prices.xlsx" });
  await expect(preview).toContainText("Lamp, red");
  await preview.getByRole("button", { name: "Next part" }).click();
  await expect(preview).toContainText("Grüße 東京");
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();

  await chat.say("Hello");
  await expect(chat.answers).toHaveCount(2);
  await chat.settled();
  await chat.say("What does the file say?");
  await expect(chat.answers.last()).toContainText("Moin");
  await chat.settled();

  await page.getByRole("button", { name: "Files of this conversation" }).click();
  const files = page.getByRole("list", { name: "Files of this conversation" });
  await expect(files.getByRole("listitem")).toHaveCount(3);
  await expect(files).toContainText("from you");
  const download = page.waitForEvent("download");
  await files.getByRole("link", { name: "Download plan.pptx" }).click();
  expect((await download).suggestedFilename()).toBe("plan.pptx");
});

test("a file alone is a message, and names the conversation", async ({ page }) => {
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  await page
    .locator("input[type=file]")
    .setInputFiles(text("tides.txt", "High water is at noon on Friday."));
  await expect(page.getByRole("button", { name: "Remove tides.txt" })).toBeVisible();
  await chat.box.press("Enter");
  await expect(chat.answers).toContainText("High water is at noon");
  await chat.settled();
  await expect(chat.asked.getByRole("button", { name: "Open tides.txt" })).toBeVisible();
  const row = page.getByRole("navigation", { name: "Conversations" }).getByRole("link").first();
  await expect(row).toBeVisible();
  await expect(row).not.toHaveText("");
});

test.describe("an upload", () => {
  test.use({ allowedErrors: [/ERR_FAILED|Failed to load resource/] });

  test("shows how far it is, can be cancelled, and is tried again after a cut", async ({
    page,
  }) => {
    const chat = await openNewConversation(page);
    const held: (() => void)[] = [];
    await page.route("**/api/attachments", async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.abort("failed").catch(() => undefined);
    });
    await expect(chat.box).toBeEditable();
    const input = page.locator("input[type=file]");
    await input.setInputFiles([text("one.txt", "The first."), text("two.txt", "The second.")]);
    const attached = page.getByRole("list", { name: "Attached files" });
    await expect(attached.getByRole("progressbar")).toHaveCount(2);
    await expect.poll(() => held.length).toBe(2);
    await chat.box.fill("What do they say?");
    await chat.box.press("Enter");
    await expect(page.getByText("Waiting for the upload").first()).toBeAttached();
    await expect(chat.box).toHaveValue("What do they say?");
    await attached.getByRole("button", { name: "Cancel two.txt" }).click();
    await expect(attached.getByRole("listitem")).toHaveCount(1);
    for (const release of held) release();
    await expect(attached.getByRole("alert")).toContainText("Not uploaded");
    await page.unroute("**/api/attachments");
    await attached.getByRole("button", { name: "Try one.txt again" }).click();
    await expect(attached.getByRole("button", { name: "Remove one.txt" })).toBeVisible();
    await chat.box.press("Enter");
    await expect(chat.answers).toContainText("The first.");
  });
});

test("a draft and its files are in the other tab, too, and gone from both once sent", async ({
  page,
  context,
}) => {
  const chat = await openNewConversation(page);
  const tab = await context.newPage();
  const other = await openNewConversation(tab);
  await expect(other.box).toBeEditable();
  await page.locator("input[type=file]").setInputFiles(text("shared.txt", "It is one draft."));
  await expect(page.getByRole("button", { name: "Remove shared.txt" })).toBeVisible();
  await chat.box.fill("What does the file say?");
  await expect(other.box).toHaveValue("What does the file say?");
  await expect(tab.getByRole("button", { name: "Remove shared.txt" })).toBeVisible();
  await tab.reload();
  await expect(chatPage(tab).box).toHaveValue("What does the file say?");
  await chat.box.press("Enter");
  await expect(chat.answers).toContainText("It is one draft.");
  await expect(other.box).toHaveValue("");
  await expect(tab.getByRole("list", { name: "Attached files" })).toHaveCount(0);
});

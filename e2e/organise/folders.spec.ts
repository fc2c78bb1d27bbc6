/** Folders, and many conversations at once: by pointer, by keyboard, and in every tab. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { seedTalk } from "../fixtures/people/seed-talk.ts";
import { expect, test } from "../fixtures/test.ts";

/** Opens the page with a new person's conversations of these titles. @returns the id of the newest, which is the last */
async function joinWith(page: Page, ...titles: string[]): Promise<string> {
  const { email } = await joinAsNewPerson(page);
  let newest = "";
  for (const title of titles) newest = (await seedTalk(email, title, [title, "It is done."])).id;
  await page.goto("/");
  return newest;
}

const sidebarOf = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });

async function choose(page: Page, title: string, item: string): Promise<void> {
  const row = sidebarOf(page).getByRole("listitem").filter({ hasText: title }).last();
  await row.hover();
  await row.getByRole("button", { name: "Conversation menu" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("a folder is made, filled, renamed and deleted, and its conversations stay", async ({
  page,
  context,
}) => {
  await joinWith(page, "Count to 2", "Count to 3");
  const sidebar = sidebarOf(page);
  await sidebar.getByRole("button", { name: "New folder" }).click();
  await sidebar.getByRole("textbox", { name: "Name of the folder" }).fill("Plans");
  await page.keyboard.press("Enter");
  const folder = sidebar.getByRole("region", { name: "Folders" });
  await expect(folder.getByRole("button", { name: "Plans" })).toContainText("0 conversations");
  // A name that there is, is refused in words.
  await sidebar.getByRole("button", { name: "New folder" }).click();
  await sidebar.getByRole("textbox", { name: "Name of the folder" }).fill("Plans");
  await page.keyboard.press("Enter");
  await expect(sidebar.getByRole("alert").filter({ hasText: /./ })).toHaveText(
    "You have a folder of this name already.",
  );

  await choose(page, "Count to 2", "Move to a folder");
  const dialog = page.getByRole("dialog", { name: "Move 1 conversation" });
  await expect(dialog).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Plans" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  const inside = folder.getByRole("list", { name: "Plans" });
  await expect(inside.getByRole("link", { name: "Count to 2" })).toBeVisible();
  await expect(sidebar.getByRole("link", { name: "Count to 2" })).toHaveCount(1);
  const other = await context.newPage();
  await other.goto("/");
  await expect(
    sidebarOf(other).getByRole("list", { name: "Plans" }).getByRole("link"),
  ).toContainText(["Count to 2"]);

  // Into a folder that is made on the way: it is in one folder at a time.
  await choose(page, "Count to 2", "Move to a folder");
  await dialog.getByRole("textbox", { name: "New folder" }).fill("Work");
  await page.keyboard.press("Enter");
  await expect(
    folder.getByRole("list", { name: "Work" }).getByRole("link", { name: "Count to 2" }),
  ).toBeVisible();
  await expect(inside.getByRole("link")).toHaveCount(0);
  await expect(sidebarOf(other).getByRole("list", { name: "Work" })).toHaveCount(0);
  await expect(sidebarOf(other).getByRole("button", { name: "Work" })).toBeVisible();

  const menu = async (name: string, item: string) => {
    const row = folder.getByRole("listitem").filter({ hasText: name }).first();
    await row.hover();
    await row.getByRole("button", { name: "Folder menu" }).first().click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await menu("Work", "Rename");
  await sidebar.getByRole("textbox", { name: "Name of the folder" }).fill("Office");
  await page.keyboard.press("Enter");
  await expect(folder.getByRole("button", { name: "Office" })).toBeVisible();
  await expect(sidebarOf(other).getByRole("button", { name: "Office" })).toBeVisible();
  await menu("Office", "Delete the folder");
  await page.getByRole("button", { name: "Delete the folder" }).click();
  await expect(folder.getByRole("button", { name: "Plans" })).toBeVisible();
  await expect(folder.getByRole("button", { name: "Office" })).toHaveCount(0);
  await expect(sidebarOf(other).getByRole("button", { name: "Office" })).toHaveCount(0);
  await page.reload();
  await expect(sidebar.getByRole("region", { name: "Today" }).getByRole("link")).toHaveText([
    "Count to 3",
    "Count to 2",
  ]);
});

test("many are selected by keyboard, moved, exported, deleted, and brought back by one Undo", async ({
  page,
}) => {
  await joinWith(page, "Count to 2", "Count to 3", "Count to 4");
  const sidebar = sidebarOf(page);
  const begin = () => sidebar.getByRole("button", { name: "Select conversations" }).press("Enter");
  const bar = sidebar.getByRole("toolbar", { name: "Selected conversations" });
  await expect(sidebar.getByRole("link", { name: /Count/ })).toHaveCount(3);
  await begin();
  const boxes = sidebar.getByRole("checkbox");
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(boxes.nth(2)).toBeFocused();
  await boxes.nth(2).click({ modifiers: ["Shift"] });
  await expect(bar.getByRole("status")).toHaveText("3 selected");
  await expect(boxes.nth(1)).toBeChecked();
  expect(await findViolations(page)).toEqual([]);
  await boxes.nth(1).press("Space");
  await expect(bar.getByRole("status")).toHaveText("2 selected");

  const saving = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Export as JSON" }).click();
  const exported = JSON.parse(await readFile(await (await saving).path(), "utf8"));
  expect(exported.map(({ title }: { title: string }) => title)).toEqual([
    "Count to 4",
    "Count to 2",
  ]);
  await bar.getByRole("button", { name: "Move to a folder" }).click();
  await page.getByRole("textbox", { name: "New folder" }).fill("Plans");
  await page.keyboard.press("Enter");
  const inside = sidebar.getByRole("list", { name: "Plans" }).getByRole("link");
  await expect(inside).toContainText(["Count to 4", "Count to 2"]);
  await expect(bar).toHaveCount(0);

  await begin();
  await page.keyboard.press("Escape");
  await expect(boxes).toHaveCount(0);
  await begin();
  await bar.getByRole("button", { name: "Select all shown" }).click();
  await expect(bar.getByRole("status")).toHaveText("3 selected");
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(sidebar.getByRole("link", { name: /Count/ })).toHaveCount(0);
  await expect(sidebar.getByText("Deleted: 3 conversations")).toBeVisible();
  await expect(sidebar.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(sidebar.getByRole("link", { name: /Count/ })).toHaveCount(3);
  await expect(inside).toContainText(["Count to 4", "Count to 2"]);

  await begin();
  await sidebar.getByRole("checkbox", { name: "Count to 2" }).check();
  await sidebar.getByRole("checkbox", { name: "Count to 3" }).check();
  await bar.getByRole("button", { name: "Pin" }).click();
  const pinned = sidebar.getByRole("region", { name: "Pinned" });
  await expect(pinned.getByRole("link")).toHaveCount(2);
  await begin();
  await bar.getByRole("button", { name: "Select all shown" }).click();
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(sidebar.getByRole("link", { name: /Count/ })).toHaveCount(0);
  await sidebar.getByRole("button", { name: "Archive" }).click();
  await expect(sidebar.getByRole("link", { name: /Count/ })).toHaveCount(3);
});

test("nobody reaches another person's folder or conversations", async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await joinWith(page, "Count to 2");
  await choose(page, "Count to 2", "Move to a folder");
  await page.getByRole("textbox", { name: "New folder" }).fill("Plans");
  await page.keyboard.press("Enter");
  await expect(sidebarOf(page).getByRole("list", { name: "Plans" })).toBeVisible();
  const { folders } = await (await page.request.get("/api/conversations")).json();
  const other = await browser.newContext({ baseURL });
  const stranger = await other.newPage();
  await joinAsNewPerson(stranger);
  const list = await stranger.request.get(`/api/conversations?folder=${folders[0].id}`);
  expect(await list.json()).toEqual({ folders: [], news: [], conversations: [], next: null });
  const file = await stranger.request.get(`/api/conversations/export?ids=${id}`);
  expect(file.status()).toBe(404);
  await other.close();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test("folders and selecting work by touch, with targets that are large enough", async ({
    page,
  }) => {
    await joinWith(page, "Count to 2");
    await page.getByRole("button", { name: "Conversations" }).tap();
    const sheet = page.getByRole("dialog", { name: "Conversations" });
    const targets = sheet.getByRole("button").or(sheet.getByRole("link"));
    await expect(targets.first()).toBeVisible();
    await sheet.getByRole("button", { name: "Conversation menu" }).tap();
    await page.getByRole("menuitem", { name: "Move to a folder" }).tap();
    await page.getByRole("textbox", { name: "New folder" }).fill("Plans");
    await page.getByRole("button", { name: "Make it and move" }).tap();
    await expect(sheet.getByRole("list", { name: "Plans" })).toContainText("Count to 2");
    await sheet.getByRole("button", { name: "Select conversations" }).tap();
    await sheet.getByRole("list", { name: "Plans" }).getByText("Count to 2").tap();
    const bar = sheet.getByRole("toolbar");
    for (const button of await bar.getByRole("button").all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await bar.getByRole("button", { name: "Delete" }).tap();
    await sheet.getByRole("button", { name: "Undo" }).tap();
    await expect(sheet.getByRole("list", { name: "Plans" })).toContainText("Count to 2");
  });
});

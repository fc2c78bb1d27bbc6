/** A person renames, pins, archives and deletes conversations, and sees what happens in the others. */
import type { Page } from "@playwright/test";
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { seedTalk } from "../fixtures/people/seed-talk.ts";
import { sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

/** A page of a few dozen KB takes seconds. */
const SLOW_LINE_BYTES_PER_S = 8_000;

test("a conversation is renamed, pinned, archived, and brought back", async ({ page }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await chat.say("```text\nsome code\n```");
  await chat.settled();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const row = sidebar.getByRole("link", { name: "some code" });
  await row.hover();
  await sidebar.getByRole("button", { name: "Conversation menu" }).click();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const field = sidebar.getByRole("textbox", { name: "Title of the conversation" });
  await field.fill("Plans");
  await field.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Plans");
  const menu = async (item: string) => {
    await sidebar.getByRole("link", { name: "Plans" }).hover();
    await sidebar.getByRole("button", { name: "Conversation menu" }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  await menu("Pin");
  await expect(sidebar.getByRole("region", { name: "Pinned" })).toContainText("Plans");
  await menu("Archive");
  await expect(sidebar.getByRole("link", { name: "Plans" })).toHaveCount(0);
  await sidebar.getByRole("button", { name: "Archive" }).click();
  await menu("Remove from the archive");
  await sidebar.getByRole("button", { name: "Back to conversations" }).click();
  await expect(sidebar.getByRole("link", { name: "Plans" })).toBeVisible();
  await page.reload();
  await expect(sidebar.getByRole("link", { name: "Plans" })).toBeVisible();
});

test("a name that is being typed is kept where its row goes to another day", async ({ page }) => {
  const { email } = await joinAsNewPerson(page);
  const talk = await seedTalk(email, "Birds", ["Which bird?", "A heron."]);
  await sql("UPDATE conversation SET updated_at = now() - interval '5 days' WHERE id = $1", [
    talk.id,
  ]);
  await page.goto("/");
  const list = page.getByRole("complementary", { name: "Sidebar" });
  const days = list.getByRole("region", { name: "Previous 7 days" });
  await days.getByRole("link", { name: "Birds" }).focus();
  await days.getByRole("button", { name: "Conversation menu" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await list.getByRole("textbox", { name: "Title of the conversation" }).fill("Herons");
  const other = await page.context().newPage();
  await other.goto(`/c/${talk.id}`);
  await expect(chatPage(other).box).toBeEditable();
  await chatPage(other).say("Count to 3");
  await chatPage(other).settled();
  const today = list.getByRole("region", { name: "Today" });
  await expect(today.getByRole("link", { name: "Herons" })).toBeVisible();
  await page.reload();
  await expect(today.getByRole("link", { name: "Herons" })).toBeVisible();
});

test("a deleted conversation can be brought back for ten seconds", async ({ page }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await chat.say("Hello");
  await chat.settled();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const remove = async () => {
    await sidebar.getByRole("link", { name: "Hello" }).hover();
    await sidebar.getByRole("button", { name: "Conversation menu" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(sidebar.getByRole("link", { name: "Hello" })).toHaveCount(0);
    await expect(chat.answers).toHaveCount(0);
  };
  await remove();
  await sidebar.getByRole("button", { name: "Undo" }).click();
  await sidebar.getByRole("link", { name: "Hello" }).click();
  await expect(chat.answers).toHaveCount(1);
  await remove();
  await expect(sidebar.getByRole("button", { name: "Undo" })).toBeHidden();
  await page.reload();
  await expect(sidebar.getByRole("link", { name: "Hello" })).toHaveCount(0);
});

test("what happens in another conversation is seen in the list", async ({ page, model }) => {
  await joinAsNewPerson(page);
  const tag = newTag();
  const chat = await openNewConversation(page);
  await model.queue({ scenario: "slow", match: tag, tokenDelayMs: 10, held: true });
  await chat.say(`Count to 30 ${tag}`);
  await page.waitForURL(/\/c\//);
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await sidebar.getByRole("link", { name: "New conversation" }).click();
  const row = sidebar.getByRole("link", { name: new RegExp(tag) });
  await expect(row).toContainText("An answer is being written");
  await model.release(tag);
  await expect(row).toContainText("New answer");
  await row.click();
  await expect(chatPage(page).answers).toContainText("29, 30");
  await expect(row).not.toContainText("New answer");
});

test("the sidebar is put away and comes back, by button and key, and stays as it was left", async ({
  page,
}) => {
  await joinAsNewPerson(page);
  await openNewConversation(page);
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const show = page.getByRole("button", { name: "Show the sidebar" });
  await sidebar.getByRole("button", { name: "Hide the sidebar" }).press("Enter");
  await expect(sidebar).toHaveCount(0);
  await expect(show).toBeFocused();
  await page.keyboard.press("Control+b");
  await expect(sidebar.getByRole("button", { name: "Hide the sidebar" })).toBeFocused();
  await page.keyboard.press("Control+b");
  await expect(sidebar).toHaveCount(0);
  // The server knows: it is away in the first HTML, and nothing moves when the page loads.
  const html = await (await page.request.get("/")).text();
  expect(html).toContain("data-show-sidebar");
  const shifts = await watchShifts(page);
  await page.reload();
  await expect(show).toBeVisible();
  await expect(sidebar).toHaveCount(0);
  expect(await shifts()).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
  await show.click();
  await expect(sidebar).toBeVisible();
});

test("nothing moves while a new conversation arrives over a slow line", async ({ page }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  const shifts = await watchShifts(page);
  const line = await page.context().newCDPSession(page);
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: SLOW_LINE_BYTES_PER_S,
    uploadThroughput: -1,
  });
  await page.reload({ waitUntil: "commit" });
  await expect(chat.box).toBeVisible();
  expect(await shifts()).toEqual([]);
});

test("the rest of the list comes though its request was cancelled by a pin", async ({ page }) => {
  const { email } = await joinAsNewPerson(page);
  await sql(
    `INSERT INTO conversation (id, user_id, title, updated_at)
     SELECT gen_random_uuid(), id, 'Talk ' || nr, now() - nr * interval '1 minute'
     FROM "user", generate_series(1, 60) AS nr WHERE email = $1`,
    [email],
  );
  const parts: string[] = [];
  await page.route(/\/api\/conversations\?.*after=/, async (route) => {
    parts.push(route.request().url());
    // The first one is never answered: what cancels it must be what has the next one asked.
    if (parts.length > 1) await route.continue();
  });
  await page.goto("/");
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const row = (title: string) =>
    sidebar
      .getByRole("listitem")
      .filter({ has: page.getByRole("link", { name: title, exact: true }) });
  await row("Talk 50").scrollIntoViewIfNeeded();
  await sidebar.getByRole("button", { name: "Older conversations" }).scrollIntoViewIfNeeded();
  await expect.poll(() => parts.length).toBe(1);
  await row("Talk 50").hover();
  await row("Talk 50").getByRole("button", { name: "Pin" }).click();
  await expect(row("Talk 60")).toHaveCount(1);
});

/** Watches pages that are loaded from now on. @returns reads the score of each layout shift of the page */
async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
}

test("a row at rest is quiet; hover and focus show its whole title, when, and what can be done", async ({
  page,
}) => {
  const { email } = await joinAsNewPerson(page);
  const long = "A long question about the lighthouses of Brittany and Wales";
  await seedTalk(email, long, [long, "There are many."]);
  const chat = await openNewConversation(page);
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const row = sidebar.getByRole("listitem").filter({ hasText: long });
  const actions = row.locator(".row-actions");
  await chat.box.hover();
  await expect(actions).toHaveCSS("opacity", "0");
  await row.getByRole("link").hover();
  await expect(actions).toHaveCSS("opacity", "1");
  await expect(page.getByText(new RegExp(`${long} · \\d\\d:\\d\\d`))).toBeVisible();
  await chat.box.hover();
  await sidebar.getByRole("button", { name: "Select conversations" }).focus();
  await page.keyboard.press("Tab");
  await expect(row.getByRole("link")).toBeFocused();
  await expect(actions).toHaveCSS("opacity", "1");
  await page.keyboard.press("Tab");
  await expect(row.getByRole("button", { name: "Pin" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(sidebar.getByRole("region", { name: "Pinned" })).toContainText(long);
});

test("a long title ends inside the sidebar, and moves nothing", async ({ page }) => {
  const { email } = await joinAsNewPerson(page);
  await seedTalk(email, "Read the whole page of recipes for me and my sister ".repeat(3), [
    "a",
    "b",
  ]);
  await page.goto("/");
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await expect(sidebar.getByRole("link", { name: /^Read the whole page/ })).toBeVisible();
  const beyond = await sidebar.evaluate((box) => {
    const end = box.getBoundingClientRect().right;
    const all = [...box.querySelectorAll("*")].filter((one) => !one.closest(".truncate"));
    return all.filter((one) => one.getBoundingClientRect().right > end).map((one) => one.outerHTML);
  });
  expect(beyond).toEqual([]);
});

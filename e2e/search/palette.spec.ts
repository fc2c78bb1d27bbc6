/** The palette: everything that was said is found and one press away, and every command has its place. */
import type { Page } from "@playwright/test";
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { hiddenWords } from "../fixtures/hidden-words.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { seedRuns } from "../fixtures/people/seed-runs.ts";
import { seedTalk } from "../fixtures/people/seed-talk.ts";
import { sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

const paletteOf = (page: Page) => page.getByRole("dialog", { name: /^Search conversations/ });
const fieldOf = (page: Page) => paletteOf(page).getByRole("combobox");
const optionsOf = (page: Page) => paletteOf(page).getByRole("option");

/** Enough lines to fill many screens. */
const LONG = Array.from(
  { length: 80 },
  (_, place) => `Paragraph ${place}. ${"It goes on for a while. ".repeat(12)}`,
);

async function openPalette(page: Page): Promise<void> {
  const open = page.locator("[role=dialog][data-open]");
  // The key does nothing before the script has loaded.
  await expect(async () => {
    // One that is closing is on its way out.
    if ((await open.count()) === 0) await page.keyboard.press("ControlOrMeta+k");
    await expect(open).toBeVisible({ timeout: 2_000 });
    await expect(fieldOf(page)).toBeFocused({ timeout: 2_000 });
  }).toPass();
}

test("a hit is highlighted, and one press leads to it, far up in a long conversation", async ({
  page,
}) => {
  const { email } = await joinAsNewPerson(page);
  const contents = LONG.with(3, "The word is **Quokka**, a café animal. 京都大学");
  const talk = await seedTalk(email, "Animals of islands", contents);
  await page.goto("/");
  await openPalette(page);
  await expect(paletteOf(page).getByRole("group", { name: "Recent conversations" })).toContainText(
    "Animals of islands",
  );
  await fieldOf(page).pressSequentially("quok");
  const hit = optionsOf(page).filter({ hasText: "Quokka" });
  await expect(hit.locator("mark")).toHaveText("Quok");
  await expect(paletteOf(page).getByRole("status")).toHaveText("1 result");
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  const message = page.locator(`[data-message="${talk.messageIds[3]}"]`);
  await expect(message).toBeFocused();
  await expect(message).toBeInViewport({ ratio: 1 });

  await expect(page).toHaveURL(`/c/${talk.id}`);

  // An address leads there, too.
  await page.goto(`/c/${talk.id}?message=${talk.messageIds[3]}`);
  await expect(message).toBeFocused();
  await expect(message).toBeInViewport({ ratio: 1 });
  // And a hit of the conversation that is open.
  await openPalette(page);
  await fieldOf(page).fill('"paragraph 77"');
  await optionsOf(page).filter({ hasText: "Paragraph 77" }).click();
  await expect(page.locator(`[data-message="${talk.messageIds[77]}"]`)).toBeFocused();
  for (const words of ["CAFE", "都大", "animal isl"]) {
    await openPalette(page);
    await fieldOf(page).fill(words);
    await expect(optionsOf(page).locator("mark").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(paletteOf(page)).toBeHidden();
  }
});

test("archived conversations and other versions are found, marked and shown", async ({ page }) => {
  const { email } = await joinAsNewPerson(page);
  const talk = await seedTalk(email, "Two answers", ["Which bird?", "A heron."]);
  const other = crypto.randomUUID();
  await sql(
    `INSERT INTO message (id, conversation_id, ordinal, role, content, ending, parent_id, branch, superseded_at)
     VALUES ($1, $2, 3, 'assistant', 'A capercaillie.', 'complete', $3, 1, now())`,
    [other, talk.id, talk.messageIds[0]],
  );
  await seedRuns(sql, talk.id);
  await sql("UPDATE conversation SET archived_at = now() WHERE id = $1", [talk.id]);
  await page.goto("/");
  await openPalette(page);
  await fieldOf(page).fill("caper");
  const hit = optionsOf(page).filter({ hasText: "capercaillie" });
  await expect(hit).toContainText("Archived");
  await expect(hit).toContainText("Another version");
  await hit.click();
  await expect(page.locator(`[data-message="${other}"]`)).toBeFocused();
  await expect(chatPage(page).answers).toHaveText(/A capercaillie/);
});

test.describe("commands", () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test("are found and run, each key is in one list, and every state is told", async ({ page }) => {
    const { email } = await joinAsNewPerson(page);
    const talk = await seedTalk(email, "Old title", ["A question", "An answer"]);
    await page.goto(`/c/${talk.id}`);
    const run = async (words: string, name: string) => {
      await openPalette(page);
      await fieldOf(page).fill(words);
      await optionsOf(page).filter({ hasText: name }).first().click();
    };
    await run("rename", "Rename this conversation");
    const title = page.getByRole("textbox", { name: "Title of the conversation" });
    await title.fill("New title");
    await title.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("New title");
    await run("pin", "Pin this conversation");
    const sidebar = page.getByRole("complementary", { name: "Sidebar" });
    await expect(sidebar.getByRole("region", { name: "Pinned" })).toContainText("New title");
    await run("dark", "Dark theme");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const download = page.waitForEvent("download");
    await run("export mark", "Export this conversation as Markdown");
    expect((await download).suggestedFilename()).toMatch(/\.md$/);

    // An operator's command is offered to operators only.
    await openPalette(page);
    await fieldOf(page).fill("inspector");
    await expect(paletteOf(page).getByRole("status")).toHaveText("No results for “inspector”.");
    expect(await findViolations(page)).toEqual([]);
    await page.route("**/api/search?*", (route) => route.abort());
    await fieldOf(page).fill("answer");
    await expect(paletteOf(page).getByRole("alert")).toContainText("The search did not work.");
    await page.unroute("**/api/search?*");
    await paletteOf(page).getByRole("button", { name: "Try again" }).click();
    await expect(optionsOf(page).filter({ hasText: "An answer" })).toBeVisible();

    await paletteOf(page).getByRole("button", { name: "Keyboard shortcuts" }).click();
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(help).toContainText("New conversation");
    await expect(paletteOf(page)).toBeHidden();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+Shift+o");
    await expect(page).toHaveURL("/");
    await expect(chatPage(page).box).toBeFocused();
    await page.keyboard.press("ControlOrMeta+/");
    await expect(help).toBeVisible();
  });
});

test("on a phone the palette fills the screen and is opened from the sidebar", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { email } = await joinAsNewPerson(page);
  await seedTalk(email, "A talk", ["Where do puffins live?", "On cliffs."]);
  await page.goto("/");
  await page.getByRole("button", { name: "Conversations" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Search" }).click();
  await fieldOf(page).fill("puffin");
  await expect(optionsOf(page).filter({ hasText: "puffins" })).toBeVisible();
  // It grows as it opens.
  await expect.poll(async () => (await paletteOf(page).boundingBox())?.width).toBe(360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await optionsOf(page).filter({ hasText: "puffins" }).click();
  await expect(chatPage(page).asked).toBeFocused();
});

test("nothing hidden is ever found", async ({ page, model }) => {
  await joinAsNewPerson(page);
  const tag = newTag();
  const chat = await openNewConversation(page);
  await chat.say(`Run this Python: print(6 * 7) # ${tag}`);
  await expect(chat.answers).toContainText("42");
  await chat.settled();
  const requests = await model.requests(tag);
  const shown = await chat.log.innerText();
  const hidden = hiddenWords(requests).filter((word) => !shown.includes(word));
  expect(hidden.length).toBeGreaterThan(20);
  const find = async (words: string) => {
    const query = new URLSearchParams({ q: words });
    const response = await page.request.get(`/api/search?${query}`, { headers: FROM_PAGE });
    expect(response.status()).toBe(200);
    return response.text();
  };
  expect(JSON.parse(await find(tag)).messages.length).toBeGreaterThan(0);
  for (const word of hidden.slice(0, 60)) {
    const quoted = `"${word.replaceAll('"', " ").slice(0, 150)}"`;
    expect(JSON.parse(await find(quoted)).messages, word).toEqual([]);
  }
  const everything = await find(tag);
  expect(hidden.filter((word) => everything.includes(word))).toEqual([]);
});

/** A temporary chat: in no list, kept over a reload, erased when it is closed, left or silent. */
import type { Page } from "@playwright/test";
import { type ChatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { seedTalk } from "../fixtures/people/seed-talk.ts";
import { sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

test.use({ allowedErrors: [/404/] });

const banner = (page: Page) => page.getByRole("region", { name: "Temporary chat" });
const toggle = (page: Page) => page.getByRole("button", { name: "Temporary chat" });
const idOf = (page: Page) => page.url().split("/").at(-1) ?? "";

/** Begins a temporary chat. @returns its id */
async function begin(page: Page, chat: ChatPage, text: string): Promise<string> {
  await expect(chat.box).toBeEditable();
  await toggle(page).click();
  await expect(toggle(page)).toHaveAttribute("aria-pressed", "true");
  await chat.say(text);
  await expect(page).toHaveURL(/\/c\//);
  return idOf(page);
}

const countOf = async (id: string) =>
  (await sql("SELECT id FROM conversation WHERE id = $1", [id])).length;

test("it says what it is, is in no list, comes back from a reload, and New conversation ends it", async ({
  page,
}) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  const id = await begin(page, chat, "What is fibonacci(10)?");
  await expect(chat.answers).toContainText("55");
  await chat.settled();
  await expect(page).toHaveTitle(/^Temporary chat/);
  await expect(page.getByRole("button", { name: "Share", exact: true })).toHaveCount(0);
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await expect(sidebar).toContainText("Your conversations will appear here.");
  await banner(page).getByText("It is in no list").click();
  await expect(banner(page)).toContainText("operators may look at it");
  expect(await findViolations(page)).toEqual([]);
  for (const path of [`/api/conversations/${id}/export`, `/api/conversations/${id}/share`])
    expect((await page.request.get(path)).status()).toBe(404);
  expect(await (await page.request.get("/api/conversations/export?as=json")).json()).toEqual([]);
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await chat.say("now the same for 20");
  await expect(chat.answers.last()).toContainText("6765");
  await chat.settled();
  await sidebar.getByRole("link", { name: "New conversation" }).click();
  await expect(chat.log).toHaveCount(0);
  await expect(toggle(page)).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => countOf(id)).toBe(0);
  await page.goBack();
  await expect(page.getByText("This conversation does not exist")).toBeVisible();
});

test("closing it stops what is being written", async ({ page, model }) => {
  await joinAsNewPerson(page);
  const tag = newTag();
  await model.script(tag, [{ text: "word ".repeat(4_000), tokenDelayMs: 50 }]);
  const chat = await openNewConversation(page);
  const id = await begin(page, chat, `Go on ${tag}`);
  await expect(chat.answers).toContainText("word word");
  await banner(page).getByRole("button", { name: "Close and erase" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => countOf(id)).toBe(0);
});

test("who has gone elsewhere while it is closed stays there", async ({ page }) => {
  const { email } = await joinAsNewPerson(page);
  const talk = await seedTalk(email, "Birds", ["Which bird?", "A heron."]);
  const chat = await openNewConversation(page);
  const id = await begin(page, chat, "What is fibonacci(10)?");
  await chat.settled();
  const { promise: letOn, resolve: open } = Promise.withResolvers<void>();
  await page.route(`**/api/conversations/${id}/presence`, async (route) => {
    await letOn;
    await route.continue();
  });
  const closed = page.waitForResponse(/presence$/);
  await banner(page).getByRole("button", { name: "Close and erase" }).click();
  await page.getByRole("link", { name: "Birds" }).click();
  await expect(chat.answers).toContainText("A heron.");
  await chat.box.fill("And what");
  open();
  await closed;
  await expect.poll(() => countOf(id)).toBe(0);
  await expect(page).toHaveURL(`/c/${talk.id}`);
  await expect(chat.box).toHaveValue("And what");
});

test("a page that is gone has a minute, one that is silent ten, and then the server erases", async ({
  page,
  context,
}) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  const id = await begin(page, chat, "Hello");
  await expect(chat.answers).toHaveCount(1);
  await chat.settled();
  const secondsLeft = async () => {
    const [row] = await sql<{ left: number }>(
      "SELECT extract(epoch FROM expires_at - now())::float8 AS left FROM conversation WHERE id = $1",
      [id],
    );
    return row?.left ?? 0;
  };
  await expect.poll(secondsLeft).toBeGreaterThan(500);
  const other = await context.newPage();
  await other.goto("/account");
  await page.close({ runBeforeUnload: true });
  await expect.poll(secondsLeft).toBeLessThanOrEqual(60);
  expect(await countOf(id)).toBe(1);
  // A minute is over.
  await sql("UPDATE conversation SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
  await expect.poll(() => countOf(id)).toBe(0);
});

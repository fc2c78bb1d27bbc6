/** A link to a frozen copy: made, read by a stranger, made anew, revoked; deleted, undone and erased with its conversation. */
import type { Page } from "@playwright/test";
import { type ChatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

const CHART = {
  name: "draw_chart",
  arguments: {
    type: "bar",
    title: "Boats",
    labels: ["a", "b"],
    series: [{ name: "count", values: [1, 2] }],
  },
};
const ANSWER = [
  "The sum is $x^2$.",
  "```python\nprint(1)\n```",
  "| a | b |\n| - | - |\n| 1 | 2 |",
  "![A lighthouse](https://pictures.example/light.png)",
].join("\n\n");

async function openDialog(page: Page) {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share a copy" });
  await expect(dialog).toContainText("Your e-mail address is never shown.");
  return dialog;
}

async function say(chat: ChatPage, text: string, answers: number) {
  await chat.say(text);
  await expect(chat.answers).toHaveCount(answers);
  await chat.settled();
}

/** What a stranger gets at an address: the status and the page's text. */
async function visit(page: Page, path: string) {
  const answer = await page.goto(path);
  return { status: answer?.status(), text: await page.locator("body").innerText() };
}

test.use({ allowedErrors: [/404/] });

test("a copy is shared by a link, stays as it was, is made anew and revoked", async ({
  page,
  browser,
  baseURL,
  model,
}) => {
  const { email } = await joinAsNewPerson(page);
  const name = "Robin Example";
  const tag = newTag();
  await model.script(tag, [{ toolCalls: [CHART] }, { text: ANSWER }]);
  const chat = await openNewConversation(page);
  await say(chat, `Draw ${tag}`, 1);
  const dialog = await openDialog(page);
  await expect(dialog).toContainText("2 messages");
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create the link" }).click();
  const address = await dialog.getByLabel("Link").inputValue();
  const path = new URL(address).pathname;
  expect(path).toMatch(/^\/s\/[A-Za-z0-9_-]{43}$/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Share", exact: true })).toBeFocused();

  const context = await browser.newContext({ baseURL });
  const stranger = await context.newPage();
  const hosts = new Set<string>();
  stranger.on("request", (request) => hosts.add(new URL(request.url()).host));
  const answer = await stranger.goto(path);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow, noarchive",
    "content-security-policy": expect.stringContaining("img-src 'self' data: blob:"),
  });
  const log = stranger.getByRole("region", { name: "Conversation" });
  await expect(log).toContainText(`Draw ${tag}`);
  await expect(log.locator(".katex")).toBeVisible();
  await expect(log.getByRole("table")).toBeVisible();
  const picture = log.getByRole("list", { name: "Pictures" }).getByRole("img");
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .not.toBe(0);
  await expect(stranger.getByText("A copy of a conversation with Halfsilver")).toBeVisible();
  const html = (await answer?.text()) ?? "";
  for (const hidden of [email, name, page.url().split("/").at(-1) ?? "", "draw_chart", "general"])
    expect(html.includes(hidden), hidden).toBe(false);
  // The picture of the network is not asked for.
  expect([...hosts]).toEqual([new URL(baseURL ?? "").host]);
  expect(await findViolations(stranger)).toEqual([]);
  await stranger.setViewportSize({ width: 360, height: 640 });
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await say(chat, "What is fibonacci(10)?", 2);
  await stranger.reload();
  await expect(log.getByRole("article")).toHaveCount(2);
  await openDialog(page);
  await dialog.getByRole("checkbox", { name: `Show my name (${name})` }).check();
  await dialog.getByRole("button", { name: "Make a new copy" }).click();
  await expect(dialog.getByRole("status")).toHaveText("The link shows a new copy.");
  expect(await dialog.getByLabel("Link").inputValue()).toBe(address);
  await stranger.reload();
  await expect(log.getByRole("article")).toHaveCount(4);
  await expect(stranger.getByText(`Shared by ${name}`)).toBeVisible();
  expect(await stranger.content()).not.toContain(email);

  await page.goto("/account");
  const list = page.getByRole("region", { name: "Shared links" });
  await list.getByRole("button", { name: /Revoke the link to/ }).click();
  await expect(list).toContainText("You have shared nothing.");
  const revoked = await visit(stranger, path);
  expect(revoked.status).toBe(404);
  // The same as for a link that never was.
  expect(await visit(stranger, `/s/${"A".repeat(43)}`)).toEqual(revoked);
  expect(await visit(stranger, "/s/nothing")).toEqual(revoked);
  await context.close();
});

test("a deleted conversation cannot be read by its link, and undo brings it back", async ({
  page,
  openAs,
}) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await say(chat, "What is fibonacci(10)?", 1);
  const conversation = page.url();
  const dialog = await openDialog(page);
  await dialog.getByRole("button", { name: "Create the link" }).click();
  const path = new URL(await dialog.getByLabel("Link").inputValue()).pathname;
  await page.keyboard.press("Escape");
  const admin = await openAs("admin");
  const id = conversation.split("/").at(-1) ?? "";
  await admin.goto(`/admin/erasure?conversation=${id}`);
  await expect(admin.getByRole("region", { name: "What would be erased" })).toContainText(
    "Shared links1",
  );
  const status = async () => (await admin.request.get(path)).status();
  const row = page.getByRole("navigation").locator(`a[href="/c/${id}"]`);
  await row.hover();
  await page.getByRole("button", { name: "Conversation menu" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.poll(status).toBe(404);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(status).toBe(200);
  const erased = await admin.request.post("/api/admin/erasure", {
    headers: FROM_PAGE,
    data: { subject: { kind: "conversation", conversationId: id }, confirmation: id.slice(0, 8) },
  });
  expect(await erased.json()).toMatchObject({ is: "erased", rows: { share_link: 1 } });
  expect(await status()).toBe(404);
});

test("nobody sees or makes a link to another person's conversation", async ({ page, openAs }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await say(chat, "Hello", 1);
  const id = page.url().split("/").at(-1);
  for (const role of ["user", "admin"] as const) {
    const other = await openAs(role);
    expect((await other.request.get(`/api/conversations/${id}/share`)).status()).toBe(404);
  }
  expect(await sql("SELECT id FROM share_link WHERE conversation_id = $1", [id])).toEqual([]);
});

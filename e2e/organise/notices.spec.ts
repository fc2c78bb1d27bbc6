/** An answer that is done, or a question that waits, elsewhere: page title, icon, and a system notification. */
import type { BrowserContext, Page, Response } from "@playwright/test";
import { chatPage, conversationIdOf, openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

type Shown = { title: string; body?: string; tag?: string };

/** Records what pages show; the notifications of a headless browser are seen nowhere else. */
async function recordNotifications(context: BrowserContext): Promise<Shown[]> {
  const shown: Shown[] = [];
  await context.exposeFunction("reportNotification", (one: Shown) => shown.push(one));
  await context.addInitScript(() => {
    let permission: NotificationPermission = "default";
    class Recorded {
      static get permission() {
        return localStorage.getItem("test.granted") ? "granted" : permission;
      }
      static async requestPermission() {
        permission = "granted";
        localStorage.setItem("test.granted", "1");
        return permission;
      }
      onclick: (() => void) | null = null;
      constructor(title: string, options: NotificationOptions) {
        const page = window as unknown as {
          reportNotification(one: Shown): void;
          lastNotification: Recorded;
        };
        page.lastNotification = this;
        page.reportNotification({ title, body: options.body, tag: options.tag });
      }
      close() {}
    }
    Object.defineProperty(window, "Notification", { value: Recorded });
  });
  return shown;
}

/** Of several icons the browser takes the last. */
const iconOf = (page: Page) => page.locator('link[rel="icon"]').last().getAttribute("href");

async function turnOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Robin Example" }).click();
  await page.getByRole("menuitem", { name: "Notify me of answers" }).click();
}

test("an answer that ends elsewhere is told once, in title, icon and one notification", async ({
  page,
  context,
  model,
}) => {
  const shown = await recordNotifications(context);
  await joinAsNewPerson(page);
  const tag = newTag();
  const chat = await openNewConversation(page);
  await turnOn(page);
  await model.queue({ scenario: "slow", match: tag, tokenDelayMs: 20, held: true });
  await chat.say(`Count to 30 ${tag}`);
  await page.waitForURL(/\/c\//);
  const address = page.url();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await sidebar.getByRole("link", { name: "New conversation" }).click();
  const other = await context.newPage();
  await other.goto("/");
  await model.release(tag);
  for (const tab of [page, other]) {
    await expect(tab).toHaveTitle(/^\(1\) /);
    await expect.poll(() => iconOf(tab)).toMatch(/^data:image\/svg/);
  }
  await expect.poll(() => shown.length).toBe(1);
  const id = conversationIdOf(address);
  expect(shown).toEqual([
    { title: "Your answer is ready", body: expect.stringContaining(tag), tag: id },
  ]);
  // A press on it leads there, and then nothing is new any more.
  const teller = await Promise.all(
    [page, other].map((tab) => tab.evaluate(() => "lastNotification" in window)),
  );
  const tab = teller[0] ? page : other;
  await tab.evaluate(() => {
    (window as unknown as { lastNotification: { onclick(): void } }).lastNotification.onclick();
  });
  await expect(tab).toHaveURL(address);
  await expect(chatPage(tab).answers).toContainText("29, 30");
  for (const each of [page, other]) {
    await expect(each).not.toHaveTitle(/^\(/);
    await expect.poll(() => iconOf(each)).not.toMatch(/^data:/);
  }
  expect(shown).toHaveLength(1);
});

test("an answer that was on screen is not told, however late the server learns of it", async ({
  page,
  context,
}) => {
  const shown = await recordNotifications(context);
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await turnOn(page);
  const held = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (route.request().postData()?.includes('"seen"')) await held.promise;
    await route.fallback();
  });
  const saysUnread = async (response: Response) =>
    response.url().includes("/api/conversations?") &&
    (await response.text().catch(() => "")).includes("unread");
  const told = page.waitForResponse(saysUnread);
  await chat.say("Count to 3");
  await chat.settled();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await sidebar.getByRole("link", { name: "New conversation" }).click();
  await told;
  held.resolve();
  await expect(sidebar.getByRole("link", { name: "Count to 3" })).not.toContainText("New answer");
  await expect(page).not.toHaveTitle(/^\(/);
  expect(shown).toEqual([]);
});

test("a question that waits is told, what is on screen is not, and off is off", async ({
  page,
  context,
  model,
}) => {
  const shown = await recordNotifications(context);
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await turnOn(page);
  await chat.say("Count to 3");
  await chat.settled();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await sidebar.getByRole("link", { name: "New conversation" }).click();
  const tag = newTag();
  await model.queue({ scenario: "slow", match: tag, held: true });
  await chat.say(`Create a user called Ada Example with email ${tag}@example.org`);
  await expect(sidebar.getByRole("link", { name: /Create a user/ })).toBeVisible();
  await sidebar.getByRole("link", { name: "New conversation" }).click();
  await model.release(tag);
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(sidebar.getByRole("link", { name: /Create a user/ })).toContainText(
    /Needs your decision|New answer/,
  );
  await expect.poll(() => shown.length).toBe(1);
  const [notice] = shown;
  expect(notice?.title).toMatch(/^(?:A question needs your decision|Your answer is ready)$/);
  expect(notice?.body).toMatch(/^Create a user/);

  await page.getByRole("button", { name: "Robin Example" }).click();
  await page.getByRole("menuitem", { name: "Stop notifying me" }).click();
  const second = newTag();
  await model.queue({ scenario: "slow", match: second, held: true });
  await chat.say(`Count to 4 ${second}`);
  await expect(sidebar.getByRole("link", { name: /Count to 4/ })).toBeVisible();
  await sidebar.getByRole("link", { name: "New conversation" }).click();
  await model.release(second);
  await expect(page).toHaveTitle(/^\(2\) /);
  expect(shown).toHaveLength(1);
});

import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { expect, test } from "../fixtures/test.ts";

test.beforeEach(async ({ signIn }) => signIn("user"));

test("conversations are listed newest first, and open at once", async ({ page }) => {
  const [first, second] = [`Hello ${newTag()}`, `Hello ${newTag()}`];
  const chat = await openNewConversation(page);
  await chat.say(first);
  await chat.settled();
  await page.getByRole("link", { name: "New conversation" }).first().click();
  await expect(page).toHaveURL("/");
  await expect(chat.asked).toHaveCount(0);
  await chat.say(second);
  await chat.settled();
  const links = page.getByRole("navigation", { name: "Conversations" }).getByRole("link");
  await expect
    .poll(async () => {
      const titles = await links.allInnerTexts();
      return titles.indexOf(second) < titles.indexOf(first) && titles.includes(first);
    })
    .toBe(true);
  await links.filter({ hasText: first }).click();
  await expect(chat.asked).toHaveText(first);
  await page.goBack();
  await expect(chat.asked).toHaveText(second);
  await page.keyboard.press("Control+Shift+o");
  await expect(page).toHaveURL("/");
  await expect(chat.box).toBeFocused();
});

test("a new conversation that is left while it gets its address is left", async ({ page }) => {
  const chat = await openNewConversation(page);
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...given) => {
      replace(...given);
      if (!String(given[2]).startsWith("/c/")) return;
      history.replaceState = replace;
      document.querySelector<HTMLElement>('aside a[href="/"]')?.click();
    };
  });
  await chat.say(`Hello ${newTag()}`);
  await expect(page.getByRole("navigation", { name: "Conversations" })).toContainText("Hello");
  await expect(page).toHaveURL("/");
  await expect(chat.asked).toHaveCount(0);
  await expect(chat.box).toBeVisible();
});

test("what is typed right after New conversation goes to the new one", async ({ page }) => {
  const chat = await openNewConversation(page);
  await chat.say(`Hello ${newTag()}`);
  await expect(chat.answers).toHaveCount(1);
  await chat.settled();
  // In one task with the press, before anything that the page puts off.
  const text = `Again ${newTag()}`;
  await page.evaluate(async (words) => {
    document.querySelector<HTMLElement>('aside a[href="/"]')?.click();
    await Promise.resolve();
    document.execCommand("insertText", false, words);
  }, text);
  await expect(page).toHaveURL("/");
  await expect(chat.asked).toHaveCount(0);
  await expect(chat.box).toHaveValue(text);
});

test("an answer continues while the person is in another conversation", async ({ page }) => {
  const chat = await openNewConversation(page);
  await chat.say(`Count to 60 ${newTag()}`);
  await page.waitForURL(/\/c\//);
  const path = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "New conversation" }).first().click();
  await expect(chat.sendButton).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(path);
  await expect(chat.answers).toContainText("58, 59, 60");
});

test.describe("another person's conversation", () => {
  test.use({ allowedErrors: [/404/] });

  test("looks the same as a missing one", async ({ page, openAs }) => {
    const foreign = await openAs("auditor");
    const theirs = await openNewConversation(foreign);
    await theirs.say("Hello");
    await foreign.waitForURL(/\/c\//);
    const bodies: string[] = [];
    for (const path of [new URL(foreign.url()).pathname, `/c/${crypto.randomUUID()}`]) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(
        page.getByText("This conversation does not exist, or it is not yours."),
      ).toBeVisible();
      bodies.push(await page.locator("main").innerText());
      const answer = await page.request.get(`/api/conversations/${path.slice(3)}`);
      bodies.push(`${answer.status()} ${await answer.text()}`);
    }
    expect(bodies.slice(0, 2)).toEqual(bodies.slice(2));
    await page.getByRole("link", { name: "Start a new conversation" }).click();
    await expect(chatPage(page).box).toBeEditable();
  });
});

test("the model is labelled as a demo model", async ({ page }) => {
  const chat = await openNewConversation(page);
  const label = page.getByRole("main").getByText("Demo model", { exact: true });
  await expect(label).toBeVisible();
  await chat.say("Hello");
  await chat.settled();
  await expect(label).toBeVisible();
});

test.describe("on a narrow screen", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the sidebar is a sheet", async ({ page }) => {
    const chat = await openNewConversation(page);
    await chat.say("Hello");
    await chat.settled();
    await page.getByRole("button", { name: "Conversations" }).click();
    const sheet = page.getByRole("dialog", { name: "Conversations" });
    await expect(sheet).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await page.getByRole("button", { name: "Conversations" }).click();
    await sheet.getByRole("link", { name: "New conversation" }).click();
    await expect(sheet).toBeHidden();
    await expect(chat.asked).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});

test("the theme is remembered, and applied before the first paint", async ({ page }) => {
  await openNewConversation(page);
  await page.getByRole("button", { name: /Robin Example/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("body")).toHaveCSS("color-scheme", "dark");
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test("axe finds no violations in an answer with Markdown", async ({ page }) => {
      const chat = await openNewConversation(page);
      await chat.say("Show me markdown");
      await chat.settled();
      expect(await findViolations(page)).toEqual([]);
    });
  });
}

import type { BrowserContext, Page } from "@playwright/test";
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { expect, test } from "../fixtures/test.ts";

test.beforeEach(async ({ signIn }) => signIn("user"));

test("a first message opens a conversation, and its answer streams into it", async ({ page }) => {
  const chat = await openNewConversation(page);
  await expect(chat.sendButton).toBeDisabled();
  await chat.say("What is fibonacci(90)?");
  await expect(chat.asked).toHaveText("What is fibonacci(90)?");
  await expect(chat.answers).toContainText("2880067194370816120");
  await chat.settled();
  await expect(page).toHaveURL(/\/c\/[0-9a-f-]{36}$/);
  await expect(chat.box).toBeFocused();
  await expect(
    page.getByRole("navigation", { name: "Conversations" }).getByRole("link").first(),
  ).toHaveAttribute("aria-current", "page");
});

test("pressing Enter twice, or clicking twice, sends one message and stops nothing", async ({
  page,
}) => {
  const chat = await openNewConversation(page);
  await chat.box.fill("Count to 5");
  await chat.box.press("Enter");
  await chat.box.press("Enter");
  await chat.settled();
  await chat.box.fill("Count to 6");
  await chat.sendButton.dblclick();
  await expect(chat.answers.last()).toContainText("1, 2, 3, 4, 5, 6");
  await chat.settled();
  await expect(chat.asked).toHaveText(["Count to 5", "Count to 6"]);
  await page.reload();
  await expect(chat.asked).toHaveText(["Count to 5", "Count to 6"]);
});

test("Shift+Enter breaks the line", async ({ page }) => {
  const chat = await openNewConversation(page);
  await chat.box.fill("one");
  await chat.box.press("Shift+Enter");
  await chat.box.pressSequentially("two");
  await expect(chat.box).toHaveValue("one\ntwo");
  await expect(chat.asked).toHaveCount(0);
});

test("an input method's Enter does not send", async ({ page }) => {
  const chat = await openNewConversation(page);
  await chat.box.fill("にほん");
  await chat.box.dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true });
  await expect(chat.box).toHaveValue("にほん");
  await expect(chat.asked).toHaveCount(0);
});

test("an example is sent with one click", async ({ page }) => {
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  await page.getByRole("button", { name: "What is fibonacci(90)?" }).click();
  await expect(chat.answers).toContainText("2880067194370816120");
});

test.describe("when the connection fails", () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/] });

  test("a message returns to the composer, and exists once after it is sent again", async ({
    page,
  }) => {
    const chat = await openNewConversation(page);
    await chat.box.fill("Count to 7");
    await page.route("**/*", (route) =>
      route.request().method() === "POST" ? route.abort("connectionreset") : route.fallback(),
    );
    await chat.box.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "may not have arrived" })).toBeVisible();
    await expect(chat.box).toHaveValue("Count to 7");
    await expect(chat.asked).toHaveCount(0);
    await page.unroute("**/*");
    await chat.sendButton.click();
    await expect(chat.answers).toContainText("1, 2, 3, 4, 5, 6, 7");
    await expect(chat.asked).toHaveCount(1);
  });

  test("a message whose response was lost exists once after it is sent again", async ({ page }) => {
    const chat = await openNewConversation(page);
    let isLost = false;
    await page.route("**/*", async (route) => {
      if (isLost || !route.request().headers()["next-action"]) return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort("connectionreset");
    });
    const tag = newTag();
    await chat.say(`Count to 4 ${tag}`);
    await expect(chat.box).toHaveValue(`Count to 4 ${tag}`);
    await chat.sendButton.click();
    await expect(chat.answers).toContainText("1, 2, 3, 4");
    await chat.settled();
    await page.reload();
    await expect(chat.asked).toHaveCount(1);
    await expect(chat.answers).toHaveCount(1);
  });
});

test("each conversation's draft survives a reload", async ({ page }) => {
  const chat = await openNewConversation(page);
  await chat.say("Count to 3");
  await chat.settled();
  await chat.box.fill("for this one");
  await page.reload();
  await expect(chat.box).toHaveValue("for this one");
  await page.getByRole("link", { name: "New conversation" }).first().click();
  await expect(chat.box).toHaveValue("");
  await chat.box.fill("for a new one");
  await page.goBack();
  await expect(chat.box).toHaveValue("for this one");
  await page.goForward();
  await expect(chat.box).toHaveValue("for a new one");
  await chat.box.fill("");
});

/** A first tab with a conversation of one turn, and an empty second tab. */
async function withSecondTab(page: Page, context: BrowserContext) {
  const chat = await openNewConversation(page);
  await chat.say("Count to 3");
  await chat.settled();
  return { chat, other: await context.newPage() };
}

test("a message sent in one tab appears in the other", async ({ page, context }) => {
  const { chat, other } = await withSecondTab(page, context);
  await other.goto(page.url());
  const there = chatPage(other);
  await expect(there.asked).toHaveCount(1);
  await chat.say("Count to 8");
  await expect(there.asked).toHaveText(["Count to 3", "Count to 8"]);
  await expect(there.answers.last()).toContainText("6, 7, 8");
});

test("a message sent in one tab appears in the other without a BroadcastChannel", async ({
  page,
  context,
}) => {
  const { chat, other } = await withSecondTab(page, context);
  await other.addInitScript(() => Reflect.deleteProperty(window, "BroadcastChannel"));
  await other.goto(page.url());
  await chatPage(other).settled();
  await chat.say("Count to 8");
  await expect(chatPage(other).asked).toHaveText(["Count to 3", "Count to 8"]);
});

test("a message sent while another tab is loading appears in it after it has loaded", async ({
  page,
  context,
}) => {
  const { chat, other } = await withSecondTab(page, context);
  const { promise: letIn, resolve: open } = Promise.withResolvers<void>();
  await other.route("**/_next/static/chunks/*.js", async (route) => {
    await letIn;
    await route.continue();
  });
  const answer = await other.goto(page.url(), { waitUntil: "commit" });
  await answer?.finished();
  await chat.say("Count to 8");
  await chat.settled();
  open();
  await expect(chatPage(other).asked).toHaveText(["Count to 3", "Count to 8"]);
});

import type { Request } from "@playwright/test";
import { chatPage, lengthOf, openNewConversation } from "../fixtures/chat-page.ts";
import { countTo, newTag } from "../fixtures/demo-model-control.ts";
import { expect, test } from "../fixtures/test.ts";

test.beforeEach(async ({ signIn }) => signIn("user"));

test("an answer continues after a reload, and never shows less than before", async ({ page }) => {
  const chat = await openNewConversation(page);
  await chat.say(`Count to 150 ${newTag()}`);
  await expect.poll(() => lengthOf(chat.answers)).toBeGreaterThan(40);
  for (let round = 0; round < 2; round += 1) {
    const before = await lengthOf(chat.answers);
    await page.reload({ waitUntil: "commit" });
    await expect(chat.answers).toBeVisible();
    expect(await lengthOf(chat.answers)).toBeGreaterThanOrEqual(before);
  }
  await chat.settled();
  await expect(chat.answers).toHaveText(countTo(150));
});

test("a second tab shows the same answer, with one stream for both", async ({ page, context }) => {
  // The stream may move from a hidden tab to the visible one, but there is never more than one.
  const open = new Set<Request>();
  let most = 0;
  context.on("request", (request) => {
    if (request.url().includes("/stream?")) open.add(request);
    most = Math.max(most, open.size);
  });
  context.on("requestfinished", (request) => open.delete(request));
  context.on("requestfailed", (request) => open.delete(request));
  const chat = await openNewConversation(page);
  await chat.say(`Count to 2000 slowly ${newTag()}`);
  await expect.poll(() => lengthOf(chat.answers)).toBeGreaterThan(20);
  const other = await context.newPage();
  await other.goto(page.url());
  const there = chatPage(other);
  await expect
    .poll(async () => {
      const here = await lengthOf(chat.answers);
      return (await lengthOf(there.answers)) - here;
    })
    .toBeGreaterThan(-12);
  expect(most).toBe(1);
  await page.close();
  const before = await lengthOf(there.answers);
  await expect.poll(() => lengthOf(there.answers)).toBeGreaterThan(before + 20);
  await there.stopButton.click();
  await there.settled();
});

test("Stop ends the answer, keeps its text, and cancels the model call", async ({
  page,
  model,
}) => {
  const tag = newTag();
  const chat = await openNewConversation(page);
  await chat.say(`Count to 2000 slowly ${tag}`);
  await expect.poll(() => lengthOf(chat.answers)).toBeGreaterThan(20);
  await chat.stopButton.click();
  await expect(chat.answers).toContainText("You stopped this answer.");
  const text = (await chat.answers.textContent()) ?? "";
  await chat.settled();
  await expect(chat.answers).toHaveText(text);
  await page.reload();
  await expect(chat.answers).toHaveText(text);
  await expect(chat.answers.getByRole("button", { name: "Retry" })).toBeVisible();
  await expect
    .poll(async () => (await model.requests(tag)).some(({ aborted }) => aborted))
    .toBe(true);
});

test("Stop works before the first token", async ({ page, model }) => {
  const tag = newTag();
  await model.queue({ scenario: "hang", match: tag, times: 5 });
  const chat = await openNewConversation(page);
  await chat.say(`Hello ${tag}`);
  await page.waitForURL(/\/c\//);
  await chat.stop();
  await expect(chat.stopButton).toBeHidden();
  await expect(chat.answers).toContainText("You stopped this answer.");
  await model.clear(tag);
});

test.describe("when the connection breaks", () => {
  test.use({ allowedErrors: [/ERR_CONNECTION_RESET/] });

  test("the person is told, and the answer continues after the reconnect", async ({ page }) => {
    let isDown = true;
    await page.route("**/stream?*", (route) =>
      isDown ? route.abort("connectionreset") : route.fallback(),
    );
    const chat = await openNewConversation(page);
    await chat.say(`Count to 200 ${newTag()}`);
    await expect(page.getByRole("status").filter({ hasText: "connection is lost" })).toBeVisible();
    isDown = false;
    await chat.settled();
    await expect(chat.answers).toHaveText(countTo(200));
  });
});

test("the log does not announce text to screen readers while the answer streams", async ({
  page,
}) => {
  const chat = await openNewConversation(page);
  await chat.say("Count to 30");
  await expect(chat.log).toHaveAttribute("aria-live", "off");
  await chat.settled();
  await expect(page.getByRole("status").filter({ hasText: "Answer complete" })).toHaveCount(1);
  await expect(chat.answers).toHaveAttribute("aria-busy", "false");
});

test("a long answer stays at its newest line until the person scrolls away", async ({ page }) => {
  const chat = await openNewConversation(page);
  await chat.say("Write a long answer about lighthouses");
  const fromEnd = () =>
    chat.log.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
  await expect.poll(() => chat.log.evaluate((log) => log.scrollTop)).toBeGreaterThan(100);
  await expect.poll(fromEnd).toBeLessThan(80);
  await chat.log.hover();
  await page.mouse.wheel(0, -2_000);
  const newest = page.getByRole("button", { name: "Newest" });
  await expect(newest).toBeVisible();
  await newest.click();
  await expect(newest).toBeHidden();
});

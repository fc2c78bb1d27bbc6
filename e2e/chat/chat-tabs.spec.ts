import { chatPage, lengthOf, openNewConversation } from "../fixtures/chat-page.ts";
import { countTo, newTag } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

/** A count that takes longer than any test. */
const ENDLESS = 2_000;
test.beforeEach(async ({ page }) => {
  await joinAsNewPerson(page);
});

test("two tabs show the same answer, while it streams and when it is complete", async ({
  page,
  context,
}) => {
  const chat = await openNewConversation(page);
  await chat.say(`Count to ${ENDLESS} slowly ${newTag()}`);
  await expect(chat.answers).toContainText("20, 21");
  const other = await context.newPage();
  await other.goto(page.url());
  const there = chatPage(other);
  await expect.poll(() => lengthOf(there.answers)).toBeGreaterThan(60);
  const shown = await there.answers.innerText();
  expect(countTo(ENDLESS).startsWith(shown)).toBe(true);
  await there.stop();
  for (const tab of [chat, there]) {
    await tab.settled();
    await expect(tab.answers).toContainText("You stopped this answer.");
  }
  expect(await chat.answers.innerText()).toBe(await there.answers.innerText());
});

test("a conversation with a new message moves to the top", async ({ page }) => {
  const titles = ["Count to 2", "Count to 3"];
  const links = page.getByRole("navigation", { name: "Conversations" }).getByRole("link");
  for (const title of titles) {
    const chat = await openNewConversation(page);
    await chat.say(title);
    await chat.settled();
  }
  await expect(links).toHaveText(titles.toReversed());
  await links.last().click();
  const chat = chatPage(page);
  await expect(chat.asked).toHaveText("Count to 2");
  await chat.say("Count to 5");
  await chat.settled();
  await expect(links).toHaveText(titles);
  await page.reload();
  await expect(links).toHaveText(titles);
});

test("what another tab writes during a send stays its own", async ({ page, context }) => {
  const chat = await openNewConversation(page);
  const other = await context.newPage();
  const there = await openNewConversation(other);
  const { promise: letIn, resolve: open } = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (route.request().headers()["next-action"]) await letIn;
    await route.fallback();
  });
  const sent = page.waitForRequest((request) => "next-action" in request.headers());
  await chat.say("Count to 3");
  await sent;
  await there.box.fill("Something of my own");
  open();
  await chat.settled();
  await expect(page).toHaveURL(/\/c\//);
  await expect(chat.box).toHaveValue("");
  await expect(there.box).toHaveValue("Something of my own");
  await other.reload();
  await expect(there.box).toHaveValue("Something of my own");
});

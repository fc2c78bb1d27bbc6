/** What is sent while an answer is written, or while the line is down, waits, and arrives once. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { seedTalk } from "../fixtures/people/seed-talk.ts";
import { expect, test } from "../fixtures/test.ts";

test("a message sent during an answer waits, can be taken back, and is sent after it", async ({
  page,
  signIn,
  model,
}) => {
  await signIn("user");
  const tag = newTag();
  const chat = await openNewConversation(page);
  await model.queue({
    scenario: "slow",
    match: tag,
    held: true,
    structured: false,
    tokenDelayMs: 10,
  });
  await chat.say(`Count to 300 ${tag}`);
  await expect(chat.stopButton).toBeVisible();
  const waiting = page.getByRole("region", { name: "Messages that wait" });
  await chat.say("What is fibonacci(10)?");
  await chat.say("never mind");
  await expect(waiting.getByRole("listitem")).toHaveCount(2);
  await expect(waiting).toContainText("Waiting for the answer to end");
  expect(await findViolations(page)).toEqual([]);
  await waiting.getByRole("button", { name: "Take back" }).last().click();
  await expect(chat.box).toHaveValue("never mind");
  await expect(chat.asked).toHaveCount(1);
  await page.reload();
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
  await model.release(tag);
  await expect(chat.answers.last()).toContainText("55");
  await expect(chat.asked).toHaveCount(2);
  await expect(waiting).toHaveCount(0);
});

test("what waits for a conversation to begin goes to it, also where the person has left", async ({
  page,
}) => {
  const { email } = await joinAsNewPerson(page);
  const talk = await seedTalk(email, "Birds", ["Which bird?", "A heron."]);
  const chat = await openNewConversation(page);
  const { promise: letOn, resolve: open } = Promise.withResolvers<void>();
  await page.route("**/", async (route) => {
    if ("next-action" in route.request().headers()) await letOn;
    await route.fallback();
  });
  await chat.say("Count to 3");
  await chat.say("Count to 4");
  const waiting = page.getByRole("region", { name: "Messages that wait" });
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("link", { name: "Birds" }).click();
  await expect(page).toHaveURL(`/c/${talk.id}`);
  open();
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await sidebar.getByRole("link", { name: "New conversation" }).click();
  await expect(sidebar.getByRole("link", { name: "Count to 3" })).toBeVisible();
  await expect(chat.log).toHaveCount(0);
  await expect(waiting).toHaveCount(0);
  await sidebar.getByRole("link", { name: "Count to 3" }).click();
  await expect(chat.asked).toHaveText(["Count to 3", "Count to 4"]);
  await expect(chat.answers.last()).toContainText("1, 2, 3, 4");
});

test.describe("offline", () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/] });
  test("a message waits for the line and is sent by itself, once", async ({ page, signIn }) => {
    await signIn("user");
    const chat = await openNewConversation(page);
    await chat.say("Hello");
    await chat.settled();
    await page.context().setOffline(true);
    await chat.say("What is fibonacci(10)?");
    await expect(page.getByRole("region", { name: "Messages that wait" })).toContainText(
      "Waiting for the connection",
    );
    await page.context().setOffline(false);
    await expect(chat.answers.last()).toContainText("55");
    await chat.settled();
    await expect(chat.asked).toHaveCount(2);
    await page.reload();
    await expect(chat.asked).toHaveCount(2);
  });

  test("two tabs keep what waits together, and send it once", async ({ page, signIn, model }) => {
    await signIn("user");
    const tag = newTag();
    await model.script(tag, [{ text: "Here it is." }]);
    const chat = await openNewConversation(page);
    await chat.say("Hello");
    await chat.settled();
    const other = await page.context().newPage();
    await other.goto(page.url());
    const waits = (of: typeof page) => of.getByRole("region", { name: "Messages that wait" });
    await page.context().setOffline(true);
    await chat.say(`Where is it? ${tag}`);
    await chat.say("Never mind");
    await expect(waits(other).getByRole("listitem")).toHaveCount(2);
    await waits(other).getByRole("button", { name: "Take back" }).last().click();
    await expect(waits(page).getByRole("listitem")).toHaveCount(1);
    await page.context().setOffline(false);
    await expect(chat.answers.last()).toContainText("Here it is.");
    await expect(waits(page)).toHaveCount(0);
    await expect(waits(other)).toHaveCount(0);
    for (const tab of [page, other]) {
      await tab.reload();
      await expect(tab.getByRole("article", { name: "You" })).toHaveCount(2);
    }
  });
});

test("Escape stops, and Enter that cannot send says why", async ({ page, signIn, model }) => {
  await signIn("user");
  const tag = newTag();
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  await chat.box.press("Enter");
  await expect(page.getByText("Write a message first")).toBeVisible();
  await model.queue({ scenario: "slow", match: tag, tokenDelayMs: 150, times: 1 });
  await chat.say(`Count to 300 ${tag}`);
  await expect(chat.answers).toContainText("3");
  await chat.box.press("Escape");
  await expect(chat.log).toContainText("You stopped this answer.");
});

test.describe("two tabs", () => {
  // One tab hears nothing of the other's decision.
  test.use({ allowedErrors: [/ERR_FAILED/] });
  test("who decides second reads what was decided", async ({ openAs }) => {
    const page = await openAs("admin");
    const chat = await openNewConversation(page);
    await chat.say("List users. Then delete the second one.");
    await expect(chat.log.getByRole("button", { name: "Approve" })).toBeVisible();
    await chat.settled();
    const other = await page.context().newPage();
    await other.route("**/api/conversations/**", (route) => route.abort());
    await other.goto(page.url());
    await expect(other.getByRole("button", { name: "Approve" })).toBeVisible();
    await chat.log.getByRole("button", { name: "Decline" }).click();
    await expect(chat.log).toContainText("Declined");
    await chat.settled();
    await other.getByRole("button", { name: "Approve" }).click();
    await expect(other.getByText("Already decided: declined.")).toBeVisible();
  });
});

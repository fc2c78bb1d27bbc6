import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { expect, test } from "../fixtures/test.ts";

test("a truncated answer is continued in the same message", async ({ page, signIn, model }) => {
  await signIn("user");
  const tag = newTag();
  const chat = await openNewConversation(page);
  await model.queue({
    scenario: "scripted",
    match: tag,
    times: 2,
    replies: [
      { text: "The first half of a long answer", finishReason: "length" },
      { text: " and its second half.", tokenDelayMs: 100 },
    ],
  });
  await chat.say(`Tell me everything ${tag}`);
  await expect(chat.answers).toContainText("reached the model's limit of length");
  await expect(chat.answers.getByRole("button", { name: "Retry" })).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  await chat.answers.getByRole("button", { name: "Continue" }).click();
  // The text so far stays in sight while the rest is written.
  await expect(chat.answers).toContainText("The first half of a long answer and");
  await expect(chat.answers).toHaveCount(1);
  await chat.settled();
  const whole = "The first half of a long answer and its second half.";
  await expect(chat.answers).toHaveText(whole);
  await page.reload();
  await expect(chat.answers).toHaveText(whole);
  await expect(chat.asked).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
});

test("a stopped answer can be continued, and another tab sees it grow", async ({
  page,
  signIn,
  model,
}) => {
  await signIn("user");
  const tag = newTag();
  const chat = await openNewConversation(page);
  await model.queue({ scenario: "slow", match: tag, tokenDelayMs: 150, times: 1 });
  await chat.say(`Count to 300 ${tag}`);
  await expect(chat.answers).toContainText("3");
  await chat.stop();
  const other = await page.context().newPage();
  await other.goto(page.url());
  const answer = other.getByRole("article", { name: "Assistant" });
  await expect(answer).toContainText("You stopped this answer.");
  await chat.answers.getByRole("button", { name: "Continue" }).click();
  await expect(chat.answers).toContainText("299, 300");
  await chat.settled();
  await expect(chat.answers).not.toContainText("You stopped this answer.");
  await expect(answer).not.toContainText("You stopped this answer.");
  await expect(answer).toHaveText((await chat.answers.textContent()) ?? "-");
});

for (const [how, order] of [
  ["was cut off", { scenario: "cut-off", afterTokens: 6 }],
  ["broke with an error", { scenario: "error-in-stream", afterTokens: 6 }],
] as const) {
  test(`an answer whose stream ${how} goes on from its text`, async ({ page, signIn, model }) => {
    await signIn("user");
    const tag = newTag();
    const chat = await openNewConversation(page);
    await model.queue({ ...order, match: tag, times: 1, structured: false });
    await chat.say(`Count to 300 ${tag}`);
    await expect(chat.answers.getByRole("button", { name: "Retry" })).toBeVisible();
    await chat.settled();
    const before = (await chat.answers.locator(".prose").textContent()) ?? "-";
    expect(before).toMatch(/^1, 2/);
    await chat.answers.getByRole("button", { name: "Continue" }).click();
    await expect(chat.answers).toContainText("299, 300");
    await chat.settled();
    await expect(chat.answers).toHaveCount(1);
    expect(await chat.answers.locator(".prose").textContent()).toMatch(
      new RegExp(`^${before.trimEnd()}`),
    );
    await expect(chat.answers.getByRole("button", { name: "Continue" })).toHaveCount(0);
  });
}

test("an operator goes from the rest of an answer to the run that began it", async ({
  openAs,
  model,
}) => {
  const admin = await openAs("admin");
  const tag = newTag();
  const chat = await openNewConversation(admin);
  await model.queue({
    scenario: "scripted",
    match: tag,
    times: 2,
    replies: [{ text: "Half", finishReason: "length" }, { text: " and half." }],
  });
  await chat.say(`Tell me everything ${tag}`);
  await chat.answers.getByRole("button", { name: "Continue" }).click();
  await expect(chat.answers).toHaveText("Half and half.");
  await chat.settled();
  const [rest, first] = await runsOfConversation(admin, admin.url());
  await admin.goto(`/admin/runs/${rest}?panel=events`);
  await admin.getByRole("button", { name: /Continues an answer/ }).click();
  await admin.getByRole("link", { name: first }).click();
  await expect(admin).toHaveURL(new RegExp(`/admin/runs/${first}`));
});

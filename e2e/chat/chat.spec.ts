import type { Page } from "@playwright/test";
import { lengthOf, openNewConversation } from "../fixtures/chat-page.ts";
import { countTo, newTag } from "../fixtures/demo-model-control.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { inTurn } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";
import { watchAnswer } from "../fixtures/watch-answer.ts";

/** A count that takes longer than any test. */
const ENDLESS = 2_000;
test.beforeEach(async ({ page }) => {
  await joinAsNewPerson(page);
});

test("text shown before a reload is never missing after it", async ({ page }) => {
  const chat = await openNewConversation(page);
  await chat.say(`Count to ${ENDLESS} slowly ${newTag()}`);
  await expect(chat.answers).toContainText("20, 21");
  const seen = await watchAnswer(page);
  const before = (await chat.answers.innerText()).length;
  await page.reload();
  await expect.poll(() => lengthOf(chat.answers)).toBeGreaterThan(before + 100);
  await chat.stop();
  await chat.settled();
  const texts = (await seen()).map(({ text }) => text.split("\n", 1)[0] ?? "");
  expect(texts.length).toBeGreaterThan(2);
  const whole = countTo(ENDLESS);
  expect(texts.filter((text) => !whole.startsWith(text))).toEqual([]);
  const shrunk = texts.filter((text, n) => text.length < (texts[n - 1]?.length ?? 0));
  expect(shrunk).toEqual([]);
});

test("Stop ends the answer, and Retry starts it again", async ({ page, model }) => {
  const tag = newTag();
  const chat = await openNewConversation(page);
  await chat.say(`Count to ${ENDLESS} slowly ${tag}`);
  await expect(chat.answers).toContainText("20, 21");
  await chat.stopButton.click();
  await expect(chat.answers).toContainText("You stopped this answer.");
  await chat.settled();
  await expect
    .poll(async () => (await model.requests(tag)).map(({ aborted }) => aborted))
    .toContain(true);
  await model.script(tag, [{ text: "Begun anew." }]);
  await chat.answers.getByRole("button", { name: "Retry" }).click();
  await expect(chat.answers).toHaveText("Begun anew.");
  await expect(chat.asked).toHaveCount(1);
});

test.describe("an answer fails with a notice", () => {
  /** @returns the notice below the answer */
  async function askAndRetry(page: Page, tag: string): Promise<string> {
    const chat = await openNewConversation(page);
    await chat.say(`Count to 9 ${tag}`);
    const retry = chat.answers.getByRole("button", { name: "Retry" });
    await expect(retry).toBeVisible();
    const words = await chat.answers.innerText();
    await page.reload();
    await expect(chat.answers).toContainText(words.split("\n").at(-2) ?? words);
    await expect(chat.box).toBeEditable();
    await retry.click();
    await expect(chat.answers).toHaveText(countTo(9));
    await expect(chat.asked).toHaveCount(1);
    return words;
  }

  test("when the model answers 500 only", async ({ page, model }) => {
    const tag = newTag();
    await inTurn("model failures", async () => {
      // Four attempts, and one without a stream.
      await model.queue({ scenario: "error-500", match: tag, times: 5 });
      expect(await askAndRetry(page, tag)).toContain("The model cannot be reached right now.");
    });
  });

  test("when the connection to the model breaks", async ({ page, model }) => {
    const tag = newTag();
    await model.queue({ scenario: "cut-off", match: tag, afterTokens: 6 });
    const words = await askAndRetry(page, tag);
    expect(words).toMatch(/^1, 2/);
    expect(words).toContain("The answer was cut off on its way.");
  });

  test("when the model's answer is empty", async ({ page, model }) => {
    const tag = newTag();
    await model.queue({ scenario: "empty", match: tag });
    expect(await askAndRetry(page, tag)).toContain("The model ended without an answer.");
  });

  test("when the model fails in the middle of the answer", async ({ page, model }) => {
    const tag = newTag();
    await model.queue({ scenario: "error-in-stream", match: tag, afterTokens: 6 });
    expect(await askAndRetry(page, tag)).toMatch(/^1, 2/);
  });
});

test("a busy model and malformed calls are retried without a notice", async ({ page, model }) => {
  const tag = newTag();
  await model.queue({ scenario: "busy-then-fine", match: tag, retryAfterSeconds: 1 });
  await model.queue({ scenario: "malformed-tool-json", match: tag });
  await model.queue({ scenario: "parallel-calls", match: tag, count: 3 });
  const chat = await openNewConversation(page);
  await chat.say(`What is fibonacci(90)? ${tag}`);
  await expect(chat.answers).toContainText("2880067194370816120");
  await chat.settled();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
});

test("an agent loop without an end is stopped with a notice", async ({ page, model }) => {
  const tag = newTag();
  await model.queue({ scenario: "endless-tools", match: tag });
  const chat = await openNewConversation(page);
  await chat.say(`Go on and on ${tag}`);
  await expect(chat.answers).toContainText("more steps than one answer may take");
  await model.clear(tag);
});

test("Python keeps its variables between messages", async ({ page }) => {
  const chat = await openNewConversation(page);
  await chat.say("What is fibonacci(30)?");
  await expect(chat.answers).toContainText("832040");
  await chat.settled();
  await chat.say("And for 31?");
  await expect(chat.answers.last()).toContainText("1346269");
});

test("Markdown is rendered, and code is highlighted", async ({ page }) => {
  const chat = await openNewConversation(page);
  await chat.say("Write a python function for fibonacci");
  await chat.settled();
  const code = chat.answers.locator("pre code");
  await expect(code).toContainText("def ");
  await expect
    .poll(() =>
      code
        .locator("span")
        .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size),
    )
    .toBeGreaterThan(2);
  await chat.say("Show me markdown");
  await chat.settled();
  const answer = chat.answers.last();
  await expect(answer.getByRole("heading", { name: "A sample" })).toBeVisible();
  await expect(answer.getByRole("table").getByRole("row")).toHaveCount(4);
  await expect(answer.getByRole("link", { name: "link" })).toHaveAttribute(
    "href",
    "https://example.com/",
  );
});

test("markup and scripts in an answer are never executed", async ({ page, model }) => {
  const tag = newTag();
  const text =
    "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script> [go](javascript:document.title='taken') done";
  await model.script(tag, [{ text }]);
  const chat = await openNewConversation(page);
  await chat.say(`Hello ${tag}`);
  await expect(chat.answers).toContainText("done");
  await chat.settled();
  await expect(chat.answers.locator("img, script, [href^='javascript']")).toHaveCount(0);
  await expect(page).not.toHaveTitle("taken");
});

test("the chat works with the keyboard alone", async ({ page }) => {
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeFocused();
  await page.keyboard.type("Count to 4");
  await page.keyboard.press("Enter");
  await expect(chat.answers).toHaveText(countTo(4));
  await chat.settled();
  await expect(chat.box).toBeFocused();
  await page.keyboard.type(`Count to ${ENDLESS} slowly`);
  await page.keyboard.press("Enter");
  await expect(chat.answers.last()).toContainText("9, 10");
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(chat.stopButton).toBeFocused({ timeout: 200 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(chat.answers.last()).toContainText("You stopped this answer.");
  await chat.settled();
});

test("another person's run cannot be streamed, stopped or retried", async ({ page, openAs }) => {
  const foreign = await openAs("auditor");
  const theirs = await openNewConversation(foreign);
  await theirs.say(`Count to ${ENDLESS} slowly ${newTag()}`);
  await foreign.waitForURL(/\/c\//);
  await expect(theirs.answers).toContainText("9, 10");
  const id = new URL(foreign.url()).pathname.slice(3);
  const detail = await (await foreign.request.get(`/api/conversations/${id}`)).json();
  const { liveRunId } = detail.messages.at(-1);
  expect(liveRunId).toMatch(/^[0-9a-f-]{36}$/);
  expect((await page.request.get(`/api/runs/${liveRunId}/stream`)).status()).toBe(404);
  expect(
    (await page.request.post(`/api/runs/${liveRunId}/stop`, { headers: FROM_PAGE })).status(),
  ).toBe(404);
  await expect(theirs.stopButton).toBeVisible();
  await theirs.stop();
  await theirs.settled();
});

/** What a turn that takes long shows and announces. */
import type { Page } from "@playwright/test";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { expect, test } from "../fixtures/test.ts";

/** Everything that the live regions of the page say, in order. */
async function listenToNews(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const read = (node: Node | null) => {
      const region = (node instanceof Element ? node : node?.parentElement)?.closest(
        "[role=status], [role=alert], [aria-live=polite]",
      );
      const words = region?.textContent?.trim();
      if (words) said.push(words);
    };
    new MutationObserver((changes) => {
      for (const { target } of changes) read(target);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

test("an answer is announced once when it begins and once when it is complete", async ({
  page,
  signIn,
  model,
}) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  await chat.say("Hello");
  await chat.settled();
  const news = await listenToNews(page);
  const tag = newTag();
  await model.queue({ scenario: "slow", match: tag, held: true, tokenDelayMs: 10 });
  await chat.say(`Count to 30 ${tag}`);
  await expect(page.getByRole("main")).toMatchAriaSnapshot("- status: Generating");
  await model.release(tag);
  await chat.settled();
  await expect(page.getByRole("main")).toMatchAriaSnapshot("- status: Answer complete");
  expect(await news()).toEqual(["Generating", "Answer complete"]);
});

test("a wait says what for and since when, and long work shows its phase", async ({
  page,
  signIn,
  model,
}) => {
  await signIn("user");
  const tag = newTag();
  const chat = await openNewConversation(page);
  await chat.say("Hello");
  await chat.settled();
  const question = `Compute something ${tag}`;
  const held = { scenario: "scripted", held: true, structured: false } as const;
  const toolCalls = [{ name: "python_interpreter", arguments: { code: "print(6 * 7)" } }];
  await model.queue({ ...held, match: tag, replies: [{ toolCalls }] });
  await model.queue({ ...held, match: question, replies: [{ text: "It is 42." }] });
  await chat.say(question);
  await expect(page.getByText(/^for \d+ seconds$/)).toBeVisible();
  const progress = page.getByRole("list", { name: "Progress" });
  const now = progress.locator('[aria-current="step"]');
  await expect(now).toHaveText("Understanding");
  // A reload still knows since when.
  await page.reload();
  await expect(page.getByText(/^for (?:[5-9]|\d\d+) seconds$/)).toBeVisible();
  await model.release(tag);
  await expect(now).toHaveText("Working");
  // Neither the tool nor how often it was called is told.
  await expect(page.locator(".status-line")).not.toContainText(/python|\d+ of \d+|step/i);
  await model.release(question);
  await expect(chat.answers.last()).toContainText("42");
  await chat.settled();
  await expect(progress).toBeHidden();
});

test("a question says since when it waits for the person's word", async ({ openAs }) => {
  const page = await openAs("admin");
  const chat = await openNewConversation(page);
  await chat.say("List users. Then delete the second one.");
  await expect(chat.log.getByRole("button", { name: "Approve" })).toBeVisible();
  await chat.settled();
  await expect(page.locator(".status-line")).toContainText(
    /Waiting for your decision\s*for \d+ seconds/,
  );
  await chat.log.getByRole("button", { name: "Decline" }).click();
  await expect(chat.log).toContainText("Declined");
  await expect(page.locator(".status-line")).not.toContainText("Waiting for your decision");
});

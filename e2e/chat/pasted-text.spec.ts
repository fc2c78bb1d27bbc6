/** Which part of a message was pasted is known to the server, also after edits and a reload. */
import type { Locator, Page } from "@playwright/test";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

/** 400 characters of which no part repeats. */
const PASTE = Array.from({ length: 50 }, (_, at) => `word${at + 100} `).join("");
const SHORT = PASTE.slice(0, 300);

/** Pastes with the browser's own key, at the cursor. */
async function paste(page: Page, box: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((said) => navigator.clipboard.writeText(said), text);
  await box.focus();
  await page.keyboard.press("ControlOrMeta+v");
}

/** The person's messages of a conversation in order, each with its pasted parts. */
async function readPasted(page: Page): Promise<{ content: string; parts: string[] }[]> {
  const conversationId = new URL(page.url()).pathname.split("/").at(-1);
  const rows = await sql<{ content: string; pasted: [number, number][] | null }>(
    "SELECT content, pasted FROM message WHERE conversation_id = $1 AND role = 'user' ORDER BY ordinal",
    [conversationId],
  );
  return rows.map(({ content, pasted }) => ({
    content,
    parts: (pasted ?? []).map(([from, to]) => content.slice(from, to)),
  }));
}

test("a long paste is no words of the person's own, whatever they do around it", async ({
  page,
}) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  await chat.box.pressSequentially("Mine: ");
  await paste(page, chat.box, PASTE);
  await chat.box.pressSequentially("and mine");
  await chat.box.press("ControlOrMeta+Home");
  await chat.box.pressSequentially("Really ");
  const text = `Really Mine: ${PASTE}and mine`;
  await expect(chat.box).toHaveValue(text);

  await page.reload();
  await expect(chat.box).toHaveValue(text);
  await chat.box.press("ControlOrMeta+End");
  await chat.box.pressSequentially(", too");
  await chat.box.press("Enter");
  await chat.settled();
  await expect(page).toHaveURL(/\/c\/[0-9a-f-]{36}$/);
  expect(await readPasted(page)).toEqual([{ content: `${text}, too`, parts: [PASTE] }]);

  await paste(page, chat.box, SHORT);
  await chat.box.press("Enter");
  await expect(chat.asked).toHaveCount(2);
  await chat.settled();
  expect((await readPasted(page)).at(-1)).toEqual({ content: SHORT.trim(), parts: [] });

  await chat.asked.first().hover();
  await chat.asked.first().getByRole("button", { name: "Edit message" }).click();
  const field = page.getByRole("textbox", { name: "Edited message" });
  await field.press("ControlOrMeta+End");
  await field.pressSequentially(" ");
  const second = PASTE.replaceAll("word", "noun");
  await paste(page, field, second);
  await field.press("Enter");
  await expect(chat.asked).toHaveCount(1);
  await chat.settled();
  expect((await readPasted(page)).at(-1)).toEqual({
    content: `${text}, too ${second.trim()}`,
    parts: [PASTE, second.trim()],
  });
});

test("a message that waits keeps it, also one that is taken back and edited inside", async ({
  page,
  model,
}) => {
  await joinAsNewPerson(page);
  const tag = newTag();
  const tokenDelayMs = 10;
  await model.queue({ scenario: "slow", match: tag, held: true, structured: false, tokenDelayMs });
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  await chat.say(`Count to 5 ${tag}`);
  await expect(page).toHaveURL(/\/c\/[0-9a-f-]{36}$/);
  await chat.box.fill("First: ");
  await paste(page, chat.box, PASTE);
  await chat.box.press("Enter");
  const waiting = page.getByRole("region", { name: "Messages that wait" });
  await page.reload();
  await expect(waiting).toContainText("First: word100");
  await waiting.getByRole("button", { name: "Take back" }).click();
  await expect(chat.box).toHaveValue(`First: ${PASTE.trim()}`);
  for (let step = 0; step < "word149".length; step += 1) await chat.box.press("ArrowLeft");
  await chat.box.pressSequentially("NEW ");
  await chat.box.press("Enter");
  await expect(waiting).toContainText("First: word100");
  await model.release(tag);
  await expect(chat.asked).toHaveCount(2);
  await chat.settled();
  const kept = PASTE.slice(0, PASTE.indexOf("word149"));
  expect((await readPasted(page)).at(-1)).toEqual({
    content: `First: ${kept}NEW word149`,
    parts: [kept],
  });
});

test("a message that is sent before the script that finds pastes keeps it, and its place", async ({
  page,
}) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  const script = Promise.withResolvers<void>();
  let held = 0;
  await page.route("**/_next/static/chunks/**", async (route) => {
    held += 1;
    await script.promise;
    await route.continue();
  });
  await chat.box.fill("First: ");
  await paste(page, chat.box, PASTE);
  await chat.box.press("Enter");
  await expect(chat.box).toHaveValue("");
  await chat.say("Second");
  await expect(chat.box).toHaveValue("");
  await expect.poll(() => held).toBeGreaterThan(0);
  script.resolve();
  await expect(chat.answers).toHaveCount(2);
  await chat.settled();
  expect(await readPasted(page)).toEqual([
    { content: `First: ${PASTE.trim()}`, parts: [PASTE.trim()] },
    { content: "Second", parts: [] },
  ]);
});

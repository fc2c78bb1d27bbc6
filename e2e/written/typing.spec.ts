/** Pasting from other programs, typing with an input method, and writing from the right. */
import type { Locator, Page } from "@playwright/test";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

type Copied = { text: string; html: string; hasPicture: boolean };

/** Copies as Word and Excel do, and pastes with the browser's own key. */
async function paste({ page, box, copied }: { page: Page; box: Locator; copied: Copied }) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await box.focus();
  await page.evaluate(async ({ text, html, hasPicture }) => {
    const kinds: Record<string, Blob> = {
      "text/plain": new Blob([text], { type: "text/plain" }),
      "text/html": new Blob([html], { type: "text/html" }),
    };
    if (hasPicture) {
      const canvas = new OffscreenCanvas(8, 8);
      canvas.getContext("2d")?.fillRect(0, 0, 8, 8);
      kinds["image/png"] = await canvas.convertToBlob({ type: "image/png" });
    }
    await navigator.clipboard.write([new ClipboardItem(kinds)]);
  }, copied);
  await page.keyboard.press("ControlOrMeta+v");
}

const CELLS =
  "<table><tr><td>Item<td>Q1<td>Q2<tr><td>Rent<td>100<td><tr><td>Food<td><td>55</table>";

test("a table of Excel becomes a table of the message", async ({ page }) => {
  await joinAsNewPerson(page);
  const { box } = await openNewConversation(page);
  await expect(box).toBeEditable();
  await box.fill("Costs:\n\n");
  const text = "Item\tQ1\tQ2\r\nRent\t100\t\r\nFood\t\t55\r\n";
  await paste({ page, box, copied: { text, html: CELLS, hasPicture: true } });
  await expect(box).toHaveValue(
    "Costs:\n\n| Item | Q1 | Q2 |\n| --- | --- | --- |\n| Rent | 100 |  |\n| Food |  | 55 |",
  );
});

test("a text with a picture of it is pasted as text, and the picture is offered", async ({
  page,
}) => {
  await joinAsNewPerson(page);
  const { box } = await openNewConversation(page);
  await expect(box).toBeEditable();
  await paste({ page, box, copied: { text: "Rent", html: "<p>Rent</p>", hasPicture: true } });
  await expect(box).toHaveValue("Rent");
  const attached = page.getByRole("list", { name: "Attached files" });
  await expect(attached).toHaveCount(0);
  await page.getByRole("button", { name: "Attach the picture" }).click();
  await expect(attached.getByRole("button", { name: /^Remove/ })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Attach the picture" })).toHaveCount(0);
});

/** Composes a word in the focused field, and presses Enter to choose it: as one key of the method, and as its own. */
async function composeInto(page: Page, field: Locator): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await field.fill("");
  const text = "にほん";
  await browser.send("Input.imeSetComposition", { text, selectionStart: 3, selectionEnd: 3 });
  for (const windowsVirtualKeyCode of [229, 13]) {
    const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode };
    await browser.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
    await browser.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  }
  await expect(field).toHaveValue(text);
  await browser.send("Input.insertText", { text: "日本" });
  await expect(field).toHaveValue("日本");
  // The frame after a composition is its own, too.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

test("Enter chooses a word of an input method, and sends nothing", async ({ page }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  await composeInto(page, chat.box);
  await expect(chat.asked).toHaveCount(0);
  await chat.box.press("Enter");
  await expect(chat.asked).toHaveText(/日本/);
  await chat.settled();

  await chat.asked.hover();
  await chat.asked.getByRole("button", { name: "Edit message" }).click();
  const edited = chat.asked.getByRole("textbox", { name: "Edited message" });
  await composeInto(page, edited);
  await expect(edited).toBeFocused();
  await edited.press("Escape");

  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await sidebar.getByRole("link", { name: "日本" }).hover();
  await sidebar.getByRole("button", { name: "Conversation menu" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const title = sidebar.getByRole("textbox", { name: "Title of the conversation" });
  await composeInto(page, title);
  await expect(title).toBeFocused();
  await title.press("Enter");
  await expect(title).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("日本");
});

test("Arabic runs from the right where it is written and where it is read", async ({
  page,
  signIn,
  model,
}) => {
  await signIn("user");
  const tag = newTag();
  const text = "مرحبا بالعالم\n\n> اقتباس قصير\n\n- بند أول";
  await model.queue({ scenario: "scripted", match: tag, replies: [{ text, tokenDelayMs: 0 }] });
  const chat = await openNewConversation(page);
  const directionOf = (part: Locator) =>
    part.evaluate((element) => getComputedStyle(element).direction);
  await chat.box.fill(`مرحبا ${tag}`);
  expect(await directionOf(chat.box)).toBe("rtl");
  await chat.box.press("Enter");
  await chat.settled();
  for (const part of ["p", "blockquote", "li"])
    expect(await directionOf(chat.answers.locator(part).first())).toBe("rtl");
  const bar = await chat.answers.locator("blockquote").evaluate((quotation) => {
    const { borderLeftWidth, borderRightWidth } = getComputedStyle(quotation);
    return [borderLeftWidth, borderRightWidth].map(Number.parseFloat);
  });
  expect(bar[0]).toBe(0);
  expect(bar[1]).toBeGreaterThan(0);
});

/** Copying a message, and everything that the keyboard does with messages. */
import type { Page } from "@playwright/test";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { expect, test } from "../fixtures/test.ts";

const MARKDOWN = [
  "## Plan",
  "",
  "- **Bold** and `code`",
  "- [a link](https://example.org/x)",
  "",
  "Here $a^2$ stands.",
  "",
  "Press <kbd>Ctrl</kbd>, <u>never</u> <mark>that</mark>.[^1]",
  "",
  "<details><summary>More of it</summary>",
  "",
  "Folded words.",
  "",
  "</details>",
  "",
  "[^1]: A note.",
  "",
  "```js",
  "let x = 1;",
  "```",
].join("\n");

const clipboard = (page: Page, type: string) =>
  page.evaluate(async (wanted) => {
    const [item] = await navigator.clipboard.read();
    return item?.types.includes(wanted) ? (await item.getType(wanted)).text() : null;
  }, type);

test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

test("a message is copied as its exact source, or with its formatting", async ({
  page,
  signIn,
  model,
}) => {
  await signIn("user");
  const tag = newTag();
  const chat = await openNewConversation(page);
  await model.script(tag, [{ text: MARKDOWN }]);
  const question = `**Bold** question ${tag}`;
  await chat.say(question);
  await chat.settled();
  await expect(chat.answers.locator("math")).toHaveCount(1);
  await chat.answers.getByRole("button", { name: "Copy answer" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Copied$/ })).toHaveCount(1);
  expect(await clipboard(page, "text/plain")).toBe(MARKDOWN);

  await chat.answers.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy with formatting" }).click();
  await expect.poll(() => clipboard(page, "text/html")).not.toBeNull();
  const html = (await clipboard(page, "text/html")) ?? "";
  expect(html).toContain("<h2>Plan</h2>");
  expect(html).toContain("<strong>Bold</strong>");
  expect(html).toContain('<a href="https://example.org/x">a link</a>');
  expect(html).toMatch(/<pre><code>let x = 1;\n?<\/code><\/pre>/);
  expect(html).toMatch(/<math[^>]*>.*a\^2.*<\/math>/s);
  expect(html).toContain("Press <kbd>Ctrl</kbd>, <u>never</u> <mark>that</mark>.");
  expect(html).toMatch(/<details open=""><summary[^>]*>More of it<\/summary>.*Folded words\./s);
  expect(html).toContain("A note.");
  expect(html).not.toMatch(/<(?:button|svg|style|script|span|figcaption)|class=|on\w+=/);
  expect(await clipboard(page, "text/plain")).toBe(MARKDOWN);

  await chat.asked.hover();
  await chat.asked.getByRole("button", { name: "Copy message" }).click();
  await expect.poll(() => clipboard(page, "text/plain")).toBe(question);
});

test("messages are walked, copied, judged, edited and answered again by keyboard", async ({
  page,
  signIn,
  model,
}) => {
  await signIn("user");
  const tag = newTag();
  const chat = await openNewConversation(page);
  await model.script(tag, [
    { text: "Fifty-five." },
    { text: "Fifty-five again." },
    { text: "Other." },
  ]);
  await chat.say(`How many? ${tag}`);
  await chat.settled();
  await expect(chat.box).toBeFocused();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(chat.answers.last()).toBeFocused();
  await page.keyboard.press("c");
  await expect(page.getByRole("status").filter({ hasText: /^Copied$/ })).toHaveCount(1);
  expect(await clipboard(page, "text/plain")).toBe("Fifty-five.");
  await page.keyboard.press("k");
  await expect(chat.asked).toBeFocused();
  await page.keyboard.press("j");
  await expect(chat.answers.last()).toBeFocused();

  await page.keyboard.press("+");
  await expect(chat.answers.getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");
  const up = chat.answers.getByRole("button", { name: "Good answer" });
  await expect(up).toBeFocused();
  await expect(up).toHaveAttribute("aria-pressed", "true");

  await page.keyboard.press("r");
  await expect(chat.answers.getByRole("group", { name: "Version 2 of 2" })).toBeVisible();
  await chat.settled();
  // The control that was pressed is gone with its message, and the focus is not.
  await expect(
    chat.answers.locator(":focus").or(chat.answers.and(page.locator(":focus"))),
  ).toHaveCount(1);
  await page.keyboard.press("[");
  await expect(chat.answers.getByRole("group", { name: "Version 1 of 2" })).toBeVisible();
  await expect(up).toHaveAttribute("aria-pressed", "true");
  await expect(chat.log.locator(":focus")).toHaveCount(1);

  await page.keyboard.press("Alt+ArrowDown");
  await expect(chat.box).toBeFocused();
  await page.keyboard.press("ArrowUp");
  const edited = chat.asked.getByRole("textbox", { name: "Edited message" });
  await expect(edited).toBeFocused();
  await edited.fill("");
  await edited.press("Enter");
  await expect(chat.asked).toContainText("Write a message first");
  await edited.fill(`How many others? ${tag}`);
  await edited.press("Enter");
  await expect(chat.answers.last()).toContainText("Other.");
  await chat.settled();
  await expect(chat.asked.getByRole("button", { name: "Edit message" })).toBeFocused();

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toContainText("Go to the message before");
  await expect(help).toContainText("Copy the message as Markdown");
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
});

/** The small numbers of an answer and the sources below it: by mouse, by keyboard, narrow and dark. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { dropOrPaste } from "../fixtures/people/drop-or-paste.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const BODY = `${"Plain words about nothing much. ".repeat(150)}\n\nThe mast is forty metres high.\n\n${"More plain words. ".repeat(200)}`;

test.describe("a passage", () => {
  test.use({ allowedErrors: [/404/] });

  test("opens from its number in its place in the file, for its owner only", async ({
    page,
    openAs,
  }) => {
    await joinAsNewPerson(page);
    const chat = await openNewConversation(page);
    await expect(chat.box).toBeEditable();
    await dropOrPaste(chat.box, "drop", {
      name: "masts.txt",
      type: "text/plain",
      body: Buffer.from(BODY),
    });
    await expect(page.getByRole("button", { name: "Remove masts.txt" })).toBeVisible();
    await chat.say("search my documents for the mast");
    await chat.settled();
    const sources = chat.answers.getByRole("list", { name: "Sources" });
    const number = chat.answers.getByRole("button", { name: /^Source 1: masts\.txt, passage \d/ });
    // The number in the text, and the line in the list.
    await expect(number).toHaveCount(2);
    await expect(number.first()).toHaveText("1");
    await expect(sources.getByRole("listitem")).toHaveCount(1);
    const asked = page.waitForResponse(/\/passages\/\d+$/);
    await number.first().click();
    const popover = page.getByRole("dialog", { name: /^Source 1/ });
    await expect(popover.getByRole("blockquote")).toContainText("forty metres");
    await expect(popover.getByRole("status")).toHaveText(/^Passage \d+ of \d+$/);
    await expect(popover.getByRole("link", { name: "masts.txt" })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    const { pathname } = new URL((await asked).url());
    const other = await openAs("auditor");
    expect((await other.request.get(pathname)).status()).toBe(404);
    expect((await page.request.get(pathname)).status()).toBe(200);

    // By keyboard, after a reload: the stored message has its sources, too.
    await page.reload();
    await expect(number).toHaveCount(2);
    await expect(chat.box).toBeFocused(); // A press before the page is hydrated has no effect.
    await number.first().press("Enter");
    await expect(popover.getByRole("blockquote")).toContainText("forty metres");
    await page.keyboard.press("Escape");
    await expect(popover).toBeHidden();
    await expect(number.first()).toBeFocused();
  });
});

for (const [name, look] of Object.entries({
  "on a phone": { viewport: { width: 390, height: 844 } },
  "in the dark theme": { colorScheme: "dark" as const },
})) {
  test.describe(name, () => {
    test.use(look);

    test("the directory and a page are sources of one answer", async ({ page }) => {
      await joinAsNewPerson(page);
      const chat = await openNewConversation(page);
      await chat.say("list users and tell me the weather in Paris");
      await chat.settled();
      const sources = chat.answers.getByRole("list", { name: "Sources" });
      await expect(sources.getByRole("listitem")).toHaveCount(2);
      const people = sources.getByRole("button", { name: /: People directory, \d+ \w+$/ });
      await people.click();
      await expect(page.getByRole("dialog", { name: /People directory/ })).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      const [width, inner] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        window.innerWidth,
      ]);
      expect(width).toBeLessThanOrEqual(inner ?? 0);
    });
  });
}

test("an invented number is text, and the operator finds it", async ({ page, openAs, model }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  const tag = newTag();
  await model.script(tag, [
    { text: "It is glass [3], see [1](javascript:alert(1)) and `row[2]`." },
  ]);
  await chat.say(`Tell me of the ${tag} kind`);
  await chat.settled();
  await expect(chat.answers).toContainText("It is glass [3], see 1 and row[2].");
  await expect(chat.answers.getByRole("button", { name: /^Source/ })).toHaveCount(0);
  await expect(chat.answers.getByRole("link")).toHaveCount(0);
  const operator = await openAs("admin");
  const [runId] = await runsOfConversation(operator, page.url());
  await operator.goto(`/admin/runs/${runId}?panel=timeline`);
  await expect(operator.getByText(/Invented citation/).first()).toBeVisible();
});

/** Pages and states that no other test scans, in each look. The others are scanned where they are tested, once each. */
import { openNewConversation } from "./fixtures/chat-page.ts";
import { newTag } from "./fixtures/demo-model-control.ts";
import { findViolations } from "./fixtures/find-violations.ts";
import { joinAsNewPerson } from "./fixtures/people/new-person.ts";
import { runOfQuestion } from "./fixtures/runs-of.ts";
import { expect, test } from "./fixtures/test.ts";

/** The others are scanned in the light theme where they are tested, with more of them open. */
const PANELS_IN_LIGHT = ["account", "events", "timeline"];
const PANELS = [...PANELS_IN_LIGHT, "model-calls", "states", "plan"];

const LOOKS = {
  "light theme": { colorScheme: "light" },
  "dark theme": { colorScheme: "dark" },
  "on a phone": { viewport: { width: 390, height: 844 }, hasTouch: true },
} as const;

for (const [name, look] of Object.entries(LOOKS)) {
  test.describe(name, () => {
    test.use(look);

    test("a refused sign-in and the check of receipts have no axe violations", async ({ page }) => {
      for (const path of ["/sign-in?refused=1", "/verify"]) {
        await page.goto(path);
        expect(await findViolations(page), path).toEqual([]);
      }
    });

    test("the chat has no axe violations, empty and with a failed answer", async ({
      page,
      model,
    }) => {
      await joinAsNewPerson(page);
      const tag = newTag();
      const chat = await openNewConversation(page);
      expect(await findViolations(page)).toEqual([]);
      await chat.say("Write a python function for fibonacci");
      await chat.settled();
      await model.queue({ scenario: "cut-off", match: tag, afterTokens: 4 });
      await chat.say(`Count to 9 ${tag}`);
      await expect(chat.answers.last().getByRole("button", { name: "Retry" })).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    });

    test("the inspector has no axe violations", async ({ openAs }) => {
      const admin = await openAs("admin", look);
      const id = await runOfQuestion(admin, "What is fibonacci(90)?");
      for (const panel of name === "light theme" ? PANELS_IN_LIGHT : PANELS) {
        await admin.goto(`/admin/runs/${id}?panel=${panel}`);
        await expect(admin.getByRole("tabpanel")).not.toBeEmpty();
        expect(await findViolations(admin), panel).toEqual([]);
      }
      for (const [path, content] of [
        [`/admin/compare?a=${id}&b=${id}`, "Figures"],
        ["/admin/deviation", "Agents"],
        ["/admin/decode", "Decode headers"],
        ["/admin/spending", "Spending"],
      ] as const) {
        await admin.goto(path);
        await expect(admin.getByRole("heading", { name: content, exact: true })).toBeVisible();
        expect(await findViolations(admin), path).toEqual([]);
        const width = await admin.evaluate(() => document.documentElement.scrollWidth);
        expect(width, path).toBeLessThanOrEqual(admin.viewportSize()?.width ?? 0);
      }
    });
  });
}

test("a conversation is a log of articles by You and Assistant", async ({ page }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await expect(page.getByRole("main")).toHaveCount(1);
  for (const question of ["Count to 3", "Count to 4"]) {
    await chat.say(question);
    await chat.settled();
  }
  const articles = page.getByRole("log", { name: "Conversation" }).getByRole("article");
  const names = await articles.evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(names).toEqual(["You", "Assistant", "You", "Assistant"]);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
  await expect(page.getByRole("navigation", { name: "Conversations" })).toBeVisible();
  await page.reload();
  await expect(page).toHaveTitle(/Count to 3/);
});

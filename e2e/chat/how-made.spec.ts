/** "How was this made?" on an answer: agents, sources and changes, and nothing of what is behind the glass. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

for (const [where, look] of Object.entries({
  "on a wide screen": {},
  "on a phone, in the dark theme": { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
} as const)) {
  test.describe(where, () => {
    test.use(look);

    test("a person reads how an answer was made", async ({ page }) => {
      await joinAsNewPerson(page);
      const chat = await openNewConversation(page);
      await chat.say("What is fibonacci(90)?");
      await chat.settled();
      const more = chat.answers.last().getByRole("button", { name: "More" });
      await more.click();
      await page.getByRole("menuitem", { name: "How was this made?" }).click();
      const dialog = page.getByRole("dialog", { name: "How was this made?" });
      await expect(dialog).toContainText("Worked on by: General assistant.");
      await expect(dialog).toContainText("It changed nothing outside of this conversation.");
      await expect(dialog).not.toContainText("python_interpreter");
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(more).toBeFocused();
    });
  });
}

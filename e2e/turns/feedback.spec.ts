/** Thumbs with a word why: the person's, in all their tabs, and the operators'. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { expect, test } from "../fixtures/test.ts";

test("a thumb with words is kept, changed, withdrawn, and read by operators", async ({
  page,
  signIn,
  openAs,
}) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  await chat.say("Hello");
  await chat.settled();
  const answer = chat.answers.last();
  const down = answer.getByRole("button", { name: "Bad answer" });
  await down.click();
  const words = answer.getByRole("textbox", { name: "What was wrong? (optional)" });
  await expect(words).toBeFocused();
  await words.fill("It is too short.");
  expect(await findViolations(page)).toEqual([]);
  await words.press("Enter");
  await expect(down).toBeFocused();
  await expect(answer).toContainText("You wrote: It is too short.");

  const other = await page.context().newPage();
  await other.goto(page.url());
  const there = other.getByRole("article", { name: "Assistant" }).last();
  await expect(there).toContainText("It is too short.");
  await expect(there.getByRole("button", { name: "Bad answer" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  const admin = await openAs("admin");
  const [runId] = await runsOfConversation(admin, page.url());
  await admin.goto(`/admin/runs/${runId}`);
  await expect(admin.getByRole("banner").or(admin.locator("header"))).toContainText([
    "It is too short.",
  ]);
  await admin.goto(`/admin/runs?feedback=down&q=${page.url().split("/").at(-1)}`);
  await expect(admin.getByRole("row").filter({ hasText: "Disliked" })).toHaveCount(1);
  await admin.goto("/admin");
  await expect(admin.getByRole("link", { name: /\d+ disliked/ })).toBeVisible();

  await answer.getByRole("button", { name: "Good answer" }).click();
  await words.or(answer.getByRole("textbox")).press("Escape");
  await expect(there.getByRole("button", { name: "Good answer" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await answer.getByRole("button", { name: "Good answer" }).click();
  await expect(answer).not.toContainText("You wrote");
  // The other tab hears of it from the server.
  await expect(there.getByRole("button", { name: "Good answer" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await page.reload();
  await expect(answer.getByRole("button", { name: "Good answer" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
});

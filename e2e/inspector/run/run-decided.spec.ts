/** A run page that stays open follows what comes after the run: the person's word. */
import { askToDelete, openNewConversation } from "../../fixtures/chat-page.ts";
import { runsOfConversation } from "../../fixtures/open-runs.ts";
import { expect, test } from "../../fixtures/test.ts";

test("an open run page says that a call waits, and later what the person decided", async ({
  page,
  openAs,
  signIn,
}) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  await askToDelete(chat);
  const admin = await openAs("admin");
  const [asking] = await runsOfConversation(admin, page.url());
  await admin.goto(`/admin/runs/${asking}?panel=timeline`);
  const timeline = admin.getByRole("treegrid", { name: "Timeline" });
  const declined = timeline.getByRole("row").filter({ hasText: "Denied" });
  await expect(timeline.getByRole("row").filter({ hasText: "Waiting" }).last()).toBeVisible();
  await expect(declined).toHaveCount(0);
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(chat.answers.last()).toContainText("nothing was changed");
  // The operator looks at the page again.
  await admin.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
  await expect(declined).toHaveCount(1);
});

/** A person erases their own account from the menu. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { findSerious } from "../fixtures/find-serious.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe("deleting one's account", () => {
  // The last sign-in is refused.
  test.use({ allowedErrors: [/status of 401/] });

  test("asks for its address, erases everything, and ends the session", async ({ page }) => {
    const { email, password } = await joinAsNewPerson(page);
    const chat = await openNewConversation(page);
    await chat.say("hello");
    await expect(chat.answers).toHaveCount(1);
    await chat.settled();
    await page.getByRole("button", { name: "Robin Example" }).click();
    await page.getByRole("menuitem", { name: "Delete account…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account" });
    const button = dialog.getByRole("button", { name: "Delete for good" });
    await expect(button).toBeDisabled();
    await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
    expect(await findSerious(page)).toEqual([]);
    await button.click();
    await expect(page).toHaveURL(/\/sign-in/);
    await page.goto("/");
    await expect(page).toHaveURL(/\/sign-in/);
    const again = await page.request.post("/api/auth/sign-in/email", {
      headers: FROM_PAGE,
      data: { email, password },
    });
    expect(again.status()).toBe(401);
  });

  test("is refused with another address than one's own", async ({ page }) => {
    await joinAsNewPerson(page);
    const asked = await page.request.post("/api/account/erasure", {
      headers: FROM_PAGE,
      data: { email: "another@example.org" },
    });
    expect(await asked.json()).toEqual({ is: "unconfirmed" });
    await page.goto("/");
    await expect(page).not.toHaveURL(/\/sign-in/);
  });
});

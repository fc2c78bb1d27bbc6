/** A person deletes their account: shut at once, kept by who signs in again, erased when its days are over. */
import { findViolations } from "../fixtures/find-violations.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { passDaysOf } from "../fixtures/people/pass-days.ts";
import { sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe("deleting one's account", () => {
  // The last sign-in is refused.
  test.use({ allowedErrors: [/status of 401/] });

  test("shuts it at once, and who signs in can keep it", async ({
    page,
    openAs,
    browser,
    baseURL,
  }) => {
    const { email, password } = await joinAsNewPerson(page);
    const elsewhere = await browser.newContext({
      baseURL,
      storageState: await page.context().storageState(),
    });
    const signIn = async () => {
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
    };
    const remove = async () => {
      await page.goto("/account");
      await page.getByRole("button", { name: "Delete account" }).click();
      const dialog = page.getByRole("dialog", { name: "Delete your account?" });
      await dialog.getByLabel("Current password").fill(password);
      await dialog.getByRole("button", { name: "Delete account" }).click();
      await expect(page).toHaveURL("/sign-in?left=1");
    };
    await page.goto("/account");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByLabel("Current password").fill("a wrong one");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await expect(dialog.getByText("This is not your current password")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);

    await remove();
    await expect(page.getByText("you can still keep it")).toBeVisible();
    expect((await elsewhere.request.get("/api/conversations")).status()).toBe(401);
    const admin = await openAs("admin");
    await admin.goto("/admin/erasure");
    await expect(admin.getByText(email)).toBeVisible();

    await signIn();
    await expect(page.getByRole("heading", { name: "Your account is to be erased" })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    expect((await page.request.get("/api/conversations")).status()).toBe(401);
    await page.goto("/");
    await expect(page).toHaveURL("/keep-account");
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/sign-in");
    await signIn();
    await page.getByRole("button", { name: "Keep my account" }).click();
    await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();

    await remove();
    const where = `FROM "user" WHERE email = $1`;
    await passDaysOf(email, 3);
    const left = async () => (await sql(`SELECT id ${where}`, [email])).length;
    await expect.poll(left).toBe(0);
    const again = await page.request.post("/api/auth/sign-in/email", {
      headers: FROM_PAGE,
      data: { email, password },
    });
    expect(again.status()).toBe(401);
    await elsewhere.close();
  });
});

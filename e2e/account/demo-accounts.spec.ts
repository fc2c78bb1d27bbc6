import { expect, test } from "../fixtures/test.ts";

test.describe("the demo accounts", () => {
  for (const role of ["user", "auditor", "admin"] as const) {
    test(`${role} signs in and gets a new conversation`, async ({ page }) => {
      await page.goto("/sign-in");
      await page.getByLabel("Email").fill(`${role}@halfsilver.local`);
      await page.getByLabel("Password").fill(process.env.HALFSILVER_DEMO_PASSWORD ?? "");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).not.toHaveURL(/\/sign-in/);
      await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
    });
  }

  test.describe("a refused sign-in", () => {
    // The browser reports the 401 where the page signs in by script, and not where the form was sent before that.
    test.use({ allowedErrors: [/status of 401/] });

    test("a wrong password is refused", async ({ page }) => {
      await page.goto("/sign-in");
      await page.getByLabel("Email").fill("admin@halfsilver.local");
      await page.getByLabel("Password").fill("not the password");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("alert").first()).toBeVisible();
      await expect(page).toHaveURL(/\/sign-in/);
    });
  });
});

/** A person changes their name and password, and signs out elsewhere. */
import { findSerious } from "../fixtures/find-serious.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

test("name, password and devices are changed", async ({ page, browser, baseURL }) => {
  const { email, password } = await joinAsNewPerson(page);
  const elsewhere = await browser.newContext({ baseURL });
  const signIn = (secret: string) =>
    elsewhere.request.post("/api/auth/sign-in/email", {
      headers: { ...FROM_PAGE },
      data: { email, password: secret },
    });
  expect((await signIn(password)).status()).toBe(200);
  await page.goto("/account");
  expect(await findSerious(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Name" }).fill("Ada Example");
  await page.getByRole("button", { name: "Change name" }).click();
  await expect(page.getByText("Your name is changed.")).toBeVisible();
  const devices = page.getByRole("region", { name: "Signed-in devices" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await devices.getByRole("button", { name: "Sign out there" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  expect((await elsewhere.request.get("/api/conversations")).status()).toBe(401);

  expect((await signIn(password)).status()).toBe(200);
  const change = async (current: string, next: string) => {
    await page.getByLabel("Current password", { exact: true }).fill(current);
    await page.getByLabel("New password", { exact: true }).fill(next);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await change("a wrong one", "a better password");
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await change(password, "a better password");
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  expect((await elsewhere.request.get("/api/conversations")).status()).toBe(401);
  expect((await signIn(password)).status()).toBe(401);
  expect((await signIn("a better password")).status()).toBe(200);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Ada Example" })).toBeVisible();
  await elsewhere.close();
});

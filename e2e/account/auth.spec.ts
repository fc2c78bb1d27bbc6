import { listHandlers, listPages } from "../fixtures/list-routes.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const PUBLIC =
  /^\/(s|sign-in|sign-up|notice|forgot-password|reset-password|confirm-email|verify|api\/health|api\/ready|api\/auth)(\/|$)/;
/** A request without a session, and one with an invalid session cookie. */
const STRANGERS = {
  "a request without a session": {},
  "a request with a forged cookie": { cookie: "halfsilver.session_token=forged.token" },
};

for (const [who, headers] of Object.entries(STRANGERS)) {
  test(`${who} gets no page`, async ({ playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: headers });
    const pages = listPages().filter((path) => !PUBLIC.test(path));
    expect(pages).toContain("/");
    expect(pages).toContain("/admin/runs");
    for (const path of pages) {
      const response = await request.get(path);
      const isGone = response.status() === 404 && path.startsWith("/admin");
      if (!isGone) expect(new URL(response.url()).pathname, path).toBe("/sign-in");
      expect(await response.text(), path).not.toContain("Message");
    }
    await request.dispose();
  });

  test(`${who} gets an error from every handler`, async ({ playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: headers });
    const handlers = listHandlers("/api").filter(({ path }) => !PUBLIC.test(path));
    expect(handlers.length).toBeGreaterThan(6);
    for (const { method, path } of handlers) {
      const response = await request.fetch(path, { method, headers: FROM_PAGE });
      expect([401, 404], `${method} ${path}`).toContain(response.status());
      expect(Object.keys(await response.json()), `${method} ${path}`).toEqual(["error"]);
    }
    await request.dispose();
  });
}

test("every refusal to sign in reads the same on the page", async ({ page, browser, baseURL }) => {
  const { email, password } = await joinAsNewPerson(page);
  const locked = await joinAsNewPerson(page);
  const context = await browser.newContext({ baseURL });
  for (let count = 0; count < 10; count += 1) {
    const data = { email: locked.email, password: "wrong password" };
    const refused = await context.request.post("/api/auth/sign-in/email", {
      data,
      headers: FROM_PAGE,
    });
    expect(refused.status()).toBe(401);
  }
  const stranger = await context.newPage();
  const readings: string[] = [];
  for (const attempt of [
    { email, password: "wrong password" },
    { email: `${crypto.randomUUID()}@example.org`, password },
    locked,
  ]) {
    await stranger.goto("/sign-in");
    await stranger.getByLabel("Email").fill(attempt.email);
    await stranger.getByLabel("Password").fill(attempt.password);
    await stranger.getByRole("button", { name: "Sign in" }).click();
    const refusal = stranger.locator("form").getByRole("alert");
    await expect(refusal).toContainText("do not go together");
    await expect(stranger).toHaveURL(/\/sign-in(?:\?refused=sign-in&to=%2F)?$/);
    readings.push(await refusal.innerText());
  }
  expect(new Set(readings).size).toBe(1);
  await context.close();
});

test("signing out ends the session at once", async ({ page }) => {
  await joinAsNewPerson(page);
  await page.goto("/");
  const cookies = await page.context().cookies();
  await page.getByRole("button", { name: "Robin Example" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.context().addCookies(cookies);
  expect((await page.request.get("/api/conversations")).status()).toBe(401);
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
});

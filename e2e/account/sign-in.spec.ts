import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { makePerson } from "../fixtures/people/make-person.ts";
import { makeSignUpLink } from "../fixtures/people/sign-up-link.ts";
import { expect, test } from "../fixtures/test.ts";

const PASSWORD = "a password of this test";
const newEmail = () => `${crypto.randomUUID()}@example.org`;

test("a person creates an account, signs out, and is sent to the requested page after signing in", async ({
  page,
}) => {
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("button", { name: "Send a link" })).toBeVisible();
  const { email, path } = await makeSignUpLink();
  await page.goto(path);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/");
  await page.getByRole("button", { name: "Ada" }).click();
  await expect(page.getByText("Open the inspector")).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.goto("/?from=afar");
  await expect(page).toHaveURL("/sign-in?to=%2F%3Ffrom%3Dafar");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/?from=afar");
});

test("signing in redirects to this site only", async ({ page }) => {
  const { email, password } = await makePerson();
  await page.goto("/sign-in?to=//example.org/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/");
});

test("a wrong password, an unknown address and a locked-out address read the same", async ({
  request,
}) => {
  const { email, password } = await makePerson();
  const attempt = async (data: { email: string; password: string }) => {
    const response = await request.post("/api/auth/sign-in/email", { data, headers: FROM_PAGE });
    const headers = { ...response.headers() };
    delete headers.date;
    return { status: response.status(), headers, body: await response.text() };
  };
  const unknown = await attempt({ email: newEmail(), password });
  const wrong = await attempt({ email, password: "wrong password" });
  expect(wrong).toEqual(unknown);
  expect(unknown.status).toBe(401);
  for (let count = 1; count < 10; count += 1) await attempt({ email, password: "wrong password" });
  expect(await attempt({ email, password })).toEqual(unknown);
});

test("a sign-in form sent by another site is refused", async ({ request }) => {
  const response = await request.post("/api/auth/sign-in/email", {
    headers: { origin: "https://evil.example" },
    data: { email: newEmail(), password: PASSWORD },
  });
  expect(response.status()).toBe(403);
});

test("sign-up cannot set a role, and its answer holds no secret", async ({ request }) => {
  const { token } = await makeSignUpLink();
  const data = { name: "Eve", token, password: PASSWORD, role: "admin" };
  const response = await request.post("/api/auth/sign-up/email", { data, headers: FROM_PAGE });
  expect(await response.json()).toEqual({ ok: true, to: "/" });
  expect((await request.get("/api/admin/runs")).status()).toBe(404);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in works, and the password never appears in the address", async ({ page }) => {
    const { email, password } = await makePerson();
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("wrong password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toContainText("do not go together");
    expect(page.url()).not.toContain("wrong");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/");
  });
});

/** The forms of sign-in and sign-up: shown passwords, strength, errors at the field, phones, zoom, keyboard, dark. */
import { findViolations } from "../fixtures/find-violations.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { makePerson } from "../fixtures/people/make-person.ts";
import { signInOverHttp } from "../fixtures/people/new-person.ts";
import { makeSignUpLink } from "../fixtures/people/sign-up-link.ts";
import { expect, test } from "../fixtures/test.ts";

const PAGES = [
  "/sign-in",
  "/sign-up",
  "/forgot-password",
  "/reset-password?token=x",
  "/confirm-email",
];

test("a password is shown on demand, and the caret stays", async ({ page }) => {
  await page.goto("/sign-in");
  const field = page.getByLabel("Password");
  const button = page.getByRole("button", { name: "Show what is typed" });
  await field.fill("violet plover");
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 6));
  await expect(button).toHaveAttribute("aria-pressed", "false");
  await button.click();
  await expect(field).toHaveAttribute("type", "text");
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(field).toBeFocused();
  const selection = () =>
    field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);
  expect(await selection()).toEqual([3, 6]);
  await button.click();
  await expect(field).toHaveAttribute("type", "password");
  expect(await selection()).toEqual([3, 6]);
});

test.describe("a new password", () => {
  test.use({ allowedErrors: [/status of 400/] });

  test("is judged while it is typed, and by the server", async ({ page }) => {
    const { email, token, path } = await makeSignUpLink();
    await page.goto(path);
    await page.getByLabel("Name").fill("Ada");
    const field = page.getByLabel("Password");
    for (const [password, words] of [
      ["short", /Too short/],
      ["Password1!", /Too common/],
      ["12345678", /Too common/],
      [email, /your name or address/],
      ["xk7 plover", /Fair/],
      ["violet plover sings", /Strong/],
    ] as const) {
      await field.fill(password);
      await expect(field).toHaveAccessibleDescription(words);
    }
    await field.fill("password");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/Too common/);
    for (const password of ["password", "12345678", email]) {
      const data = { name: "Ada", token, password };
      const answer = await page.request.post("/api/auth/sign-up/email", {
        headers: FROM_PAGE,
        data,
      });
      expect(answer.status()).toBe(400);
    }
    await page.getByLabel("Name").fill("");
    await field.fill("violet plover sings");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByLabel("Name")).toBeFocused();
    await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/Enter a name/);
  });
});

test("a stranger's guesses do not keep the owner away from a known device", async ({
  page,
  browser,
  baseURL,
}) => {
  const { email, password } = await makePerson();
  await signInOverHttp(page, { email, password });
  const stranger = await browser.newContext({ baseURL });
  const attempt = (context: typeof stranger, secret: string) =>
    context.request.post("/api/auth/sign-in/email", {
      headers: FROM_PAGE,
      data: { email, password: secret },
    });
  for (let count = 0; count < 12; count += 1)
    expect((await attempt(stranger, `guess ${count}`)).status()).toBe(401);
  // Slowed down: not even the right one is accepted from there.
  expect((await attempt(stranger, password)).status()).toBe(401);
  await page.context().clearCookies({ name: /session/ });
  expect((await attempt(page.context(), password)).status()).toBe(200);
  await stranger.close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the pages fit a small phone and 200 % zoom, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const size of [
      { width: 360, height: 640 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size);
      for (const path of PAGES) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, path).toBe(0);
        if (size.width === 360) expect(await findViolations(page), path).toEqual([]);
      }
    }
  });
}

test("the sign-in is made by keyboard, and says to password managers what is what", async ({
  page,
}) => {
  const { email, password } = await makePerson();
  await page.goto("/sign-in");
  const [name, secret] = [page.getByLabel("Email"), page.getByLabel("Password")];
  await expect(name).toHaveAttribute("autocomplete", "username");
  await expect(secret).toHaveAttribute("autocomplete", "current-password");
  await name.focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await expect(secret).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show what is typed" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto((await makeSignUpLink()).path);
  await expect(page.getByLabel("Password")).toHaveAttribute("autocomplete", "new-password");
});

/** A session that ends in between: the person signs in where they are, and what they wrote is sent once. */
import type { Locator, Page } from "@playwright/test";
import { chatPage } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import type { NewPerson } from "../fixtures/people/make-person.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

test.use({ allowedErrors: [/401 \(Unauthorized\)|Failed to fetch/] });

/** The session ends as if it had expired: the browser has no cookie any more. */
async function converse(page: Page) {
  await page.goto("/");
  const chat = chatPage(page);
  await chat.say("Hello");
  await chat.settled();
  return chat;
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Sign in to go on" });

async function signInAgain(page: Page, { email, password }: NewPerson): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
}

/** The page asks the server by itself now and then: nothing may come between the lost session and the message. */
async function sendSignedOut(page: Page, box: Locator, text: string): Promise<void> {
  await box.fill(text);
  const { promise: sent, resolve: letOn } = Promise.withResolvers<void>();
  await page.route("**/api/**", async (route) => {
    await sent;
    await route.fallback();
  });
  await page.context().clearCookies();
  await box.press("Enter");
  letOn();
  await page.unrouteAll({ behavior: "wait" });
}

test("the waiting message is sent once after signing in in place", async ({ page, model }) => {
  const person = await joinAsNewPerson(page);
  const chat = await converse(page);
  const address = page.url();
  const tag = newTag();
  await model.script(tag, [{ text: "Here it is." }]);
  await sendSignedOut(page, chat.box, `Where is it? ${tag}`);
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Email")).toHaveValue(person.email);
  await expect(dialog.getByLabel("Password")).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await signInAgain(page, { ...person, password: "a wrong password" });
  await expect(dialog.getByRole("alert")).not.toBeEmpty();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Messages that wait" })).toContainText(
    "Waiting for you to sign in",
  );
  await page
    .getByRole("region", { name: "Messages that wait" })
    .getByRole("button", { name: "Sign in" })
    .click();
  await signInAgain(page, person);
  await expect(dialog).toBeHidden();
  await expect(chat.answers.last()).toContainText("Here it is.");
  await chat.settled();
  expect(page.url()).toBe(address);
  await expect(chat.asked).toHaveCount(2);
  await page.reload();
  await expect(chat.asked).toHaveCount(2);
});

test("an account that is to be deleted is kept first", async ({ page }) => {
  const person = await joinAsNewPerson(page);
  const chat = await converse(page);
  await sendSignedOut(page, chat.box, "Is anybody there?");
  await expect(dialogOf(page)).toBeVisible();
  await sql(`UPDATE "user" SET erase_at = now() + interval '7 days' WHERE email = $1`, [
    person.email,
  ]);
  await signInAgain(page, person);
  await expect(page).toHaveURL("/keep-account");
});

test("an edit is kept through it, and another tab's sign-in is noticed", async ({
  page,
  model,
}) => {
  const person = await joinAsNewPerson(page);
  const chat = await converse(page);
  const tag = newTag();
  await model.script(tag, [{ text: "Here it is." }]);
  await chat.asked.hover();
  await chat.asked.getByRole("button", { name: "Edit message" }).click();
  await sendSignedOut(page, chat.asked.getByRole("textbox"), `Where is it? ${tag}`);
  await expect(dialogOf(page)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto("/sign-in");
  await other.getByLabel("Email").fill(person.email);
  await other.getByLabel("Password").fill(person.password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(chat.answers.last()).toContainText("Here it is.");
  await expect(chat.asked).toHaveCount(1);
});

test("somebody else who signs in neither sends nor reads it", async ({
  page,
  browser,
  baseURL,
}) => {
  const tag = newTag();
  const stranger = await browser.newContext({ baseURL });
  const second = await joinAsNewPerson(await stranger.newPage());
  await stranger.close();
  const first = await joinAsNewPerson(page);
  const chat = await converse(page);
  await sendSignedOut(page, chat.box, `A secret ${tag}`);
  await expect(dialogOf(page)).toBeVisible();
  await signInAgain(page, second);
  await expect(page).toHaveURL("/");
  await expect(page.getByText(tag)).toHaveCount(0);
  await expect(chat.box).toHaveValue("");
  const kept = () =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  // The page's script takes it away before anything reads it.
  await expect.poll(kept).not.toContain(tag);
  const theirs = await page.request.get("/api/conversations");
  expect(await theirs.text()).not.toContain(tag);

  // A page of the first person's that was left open does not send for the second one, either.
  await page.context().clearCookies();
  await page.request.post("/api/auth/sign-in/email", {
    headers: { origin: new URL(baseURL ?? "").origin },
    data: first,
  });
  await page.goto("/");
  await page.request.post("/api/auth/sign-in/email", {
    headers: { origin: new URL(baseURL ?? "").origin },
    data: second,
  });
  await chat.say(`Another secret ${tag}`);
  await expect(chat.box).toHaveValue("");
  await expect(page.getByText(tag)).toHaveCount(0);
  expect(await (await page.request.get("/api/conversations")).text()).not.toContain(tag);
});

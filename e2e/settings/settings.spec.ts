/** A person's settings hold for this browser, or for all of their conversations; and what they read before they write. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { makePerson } from "../fixtures/people/make-person.ts";
import { enterAs, joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { sharedStack } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

test("theme, size of text and the key that sends hold after a reload, and in another tab", async ({
  page,
  context,
}) => {
  await joinAsNewPerson(page);
  const tab = await context.newPage();
  await tab.goto("/settings");
  await page.goto("/settings");
  const root = page.locator("html");
  await page.getByRole("group", { name: "Theme" }).getByLabel("Dark").check();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(tab.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("group", { name: "Size of text" }).getByLabel("Largest").check();
  await page.getByRole("group", { name: "Key that sends" }).getByLabel("Ctrl+Enter").check();
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 720 });

  const chat = await openNewConversation(page);
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(root).toHaveAttribute("data-text-size", "largest");
  await chat.box.fill("Hello");
  await chat.box.press("Enter");
  await expect(chat.box).toHaveValue("Hello\n");
  await chat.box.press("Control+Enter");
  await expect(chat.answers).toHaveCount(1);
  await chat.settled();
});

test.describe("the look", () => {
  const THEME = { name: "Theme" } as const;

  test("follows the account to another device, from its first frame, but for one that keeps its own", async ({
    page,
    browser,
  }) => {
    const person = await makePerson("user", sharedStack());
    await enterAs(page, person);
    await page.goto("/settings");
    const saved = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("group", THEME).getByLabel("Dark").check();
    await saved;

    const second = await browser.newContext({ baseURL: sharedStack().url });
    const phone = await second.newPage();
    await enterAs(phone, person);
    await phone.addInitScript(() => {
      const frames: string[] = [];
      Object.assign(window, { frames_: frames });
      const note = () => {
        if (document.body?.childElementCount)
          frames.push(document.documentElement.dataset.theme ?? "none");
        if (frames.length < 30) requestAnimationFrame(note);
      };
      requestAnimationFrame(note);
    });
    const root = phone.locator("html");
    await phone.goto("/");
    await expect(root).toHaveAttribute("data-theme", "dark");
    await expect
      .poll(() => phone.evaluate(() => (window as unknown as { frames_: string[] }).frames_.length))
      .toBeGreaterThan(5);
    const frames = await phone.evaluate(() => (window as unknown as { frames_: string[] }).frames_);
    expect(new Set(frames)).toEqual(new Set(["dark"]));

    await phone.goto("/settings");
    await phone.getByLabel("Only on this device").check();
    await phone.getByRole("group", THEME).getByLabel("Light").check();
    await phone.reload();
    await expect(root).toHaveAttribute("data-theme", "light");
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await phone.getByLabel("Only on this device").uncheck();
    await expect(root).toHaveAttribute("data-theme", "dark");
    expect(await findViolations(phone)).toEqual([]);
    await second.close();
  });

  test.describe("without a connection", () => {
    test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/] });

    test("that cannot be saved holds here, says so, and is saved when there is a connection", async ({
      page,
      context,
    }) => {
      await joinAsNewPerson(page);
      await page.goto("/settings");
      await context.setOffline(true);
      await page.getByRole("group", THEME).getByLabel("Dark").check();
      const said = page.getByText("could not be saved to your account");
      await expect(said).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      expect(await findViolations(page)).toEqual([]);
      await context.setOffline(false);
      await expect(said).toBeHidden();
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    });
  });
});

test("own instructions are part of the next prompt, and of no other person's", async ({
  page,
  model,
  openAs,
}) => {
  await joinAsNewPerson(page);
  const [tag, wish] = [newTag(), newTag()];
  await page.goto("/settings");
  const field = page.getByLabel("Own instructions");
  await field.fill(`Answer like a sailor, ${wish}.`);
  await page.getByRole("button", { name: "Save instructions" }).click();
  await expect(page.getByText("Saved. It applies from your next message on.")).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(`Answer like a sailor, ${wish}.`);
  await field.fill("a".repeat(10_000));
  await expect(page.getByText("That is too long")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save instructions" })).toBeDisabled();

  const chat = await openNewConversation(page);
  await chat.say(`What is fibonacci(10)? ${tag}`);
  await expect(chat.answers).toContainText("55");
  await chat.settled();
  const said = (await model.requests(tag)).map((request) => JSON.stringify(request));
  expect(said.some((request) => request.includes(wish))).toBe(true);
  await expect(chat.log).not.toContainText(wish);

  const other = await openAs("auditor");
  const foreign = newTag();
  const theirs = await openNewConversation(other);
  await theirs.say(`What is fibonacci(10)? ${foreign}`);
  await theirs.settled();
  await expect(theirs.answers).toContainText("55");
  for (const request of await model.requests(foreign))
    expect(JSON.stringify(request)).not.toContain(wish);
});

test.describe("notifications", () => {
  test("are turned on and off, for this browser", async ({ page }) => {
    // A headless browser refuses all notifications.
    await page.addInitScript(() => {
      const asked = "test.notifications";
      const permission = () => localStorage.getItem(asked) ?? "default";
      const allowed = {
        get permission() {
          return permission();
        },
        requestPermission: async () => {
          localStorage.setItem(asked, "granted");
          return permission();
        },
      };
      Object.defineProperty(window, "Notification", { value: allowed });
    });
    await joinAsNewPerson(page);
    await page.goto("/settings");
    await expect(page.getByText("Notifications are off")).toBeVisible();
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByText("Notifications are on")).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByText("Notifications are off")).toBeVisible();
  });
});

test("where the operator offers one model, there is no choice", async ({ page, signIn }) => {
  await signIn("user");
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Answers" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Model" })).toHaveCount(0);
});

test("before the first message a person reads who answers and who may look, and again at any time", async ({
  page,
}) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  const card = page.getByRole("region", { name: "Before you write" });
  await expect(card).toContainText("What is said here is recorded. Administrators may look");
  await expect(card).toContainText("It is kept until you delete it.");
  expect(await findViolations(page)).toEqual([]);
  await card.getByRole("button", { name: "Understood" }).click();
  await expect(card).toHaveCount(0);
  await expect(chat.box).toBeFocused();
  await expect(async () => {
    await page.reload();
    await expect(chat.box).toBeVisible();
    await expect(card).toHaveCount(0);
  }).toPass();

  await page.goto("/settings");
  await page.getByRole("link", { name: "How your conversations are handled" }).click();
  await expect(page).toHaveURL("/notice");
  for (const title of ["Who answers", "What is recorded", "Who may look", "How long it is kept"])
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText("Your account page lists who looked")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

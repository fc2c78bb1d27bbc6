/** A person changes their name and password, and signs out elsewhere. */
import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
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
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Name" }).fill("Ada Example");
  await page.getByRole("button", { name: "Change name" }).click();
  await expect(page.getByText("Your name is changed.")).toBeVisible();
  const devices = page.getByRole("region", { name: "Signed-in devices" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await devices.getByRole("button", { name: "Sign out there" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  expect((await elsewhere.request.get("/api/conversations")).status()).toBe(401);

  expect((await signIn(password)).status()).toBe(200);
  const part = page.getByRole("region", { name: "Password" });
  const change = async (current: string, next: string) => {
    await part.getByLabel("Current password").fill(current);
    await part.getByLabel("New password").fill(next);
    await part.getByRole("button", { name: "Change password" }).click();
  };
  await change(password, "password");
  await expect(part.getByLabel("New password")).toHaveAccessibleDescription(/Too common/);
  // The page says so before the server does.
  await expect(part.getByLabel("New password")).toHaveAttribute("aria-invalid", "true");
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

test("everything of one's own is one archive, and nothing hidden is in it", async ({ page }) => {
  const { email } = await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await chat.say("What is fibonacci(90)?");
  await expect(chat.answers).toHaveCount(1);
  await chat.settled();
  await page.goto("/account");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Everything, as one archive" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Halfsilver.zip");
  const files = unzipSync(await readFile(await download.path()));
  const textOf = (path: string) => new TextDecoder().decode(files[path]);
  expect(Object.keys(files).toSorted()).toEqual([
    "account.json",
    "contested.json",
    "conversations.json",
    "conversations.md",
    "devices.json",
    "feedback.json",
    "settings.json",
    "sign-ins.json",
    "who-looked.json",
  ]);
  expect(JSON.parse(textOf("account.json"))).toMatchObject({ email, name: "Robin Example" });
  expect(JSON.parse(textOf("sign-ins.json")).map(({ what }: { what: string }) => what)).toContain(
    "person.signed-in",
  );
  expect(textOf("conversations.md")).toContain("2880067194370816120");
  const all = Object.keys(files).map(textOf).join("\n");
  expect(all).not.toMatch(/python_interpreter|tool_call|hopRef|system prompt/i);
});

test("a second press changes nothing, and says nothing", async ({ page }) => {
  const { password } = await joinAsNewPerson(page);
  await page.goto("/account");
  const part = page.getByRole("region", { name: "Password" });
  const { promise: letIn, resolve: open } = Promise.withResolvers<void>();
  let changes = 0;
  await page.route("**/account", async (route) => {
    if (route.request().method() === "POST") changes += 1;
    await letIn;
    await route.fallback();
  });
  await part.getByLabel("Current password").fill(password);
  await part.getByLabel("New password").fill("a better password");
  const asked = page.waitForRequest((request) => request.method() === "POST");
  await part.getByLabel("New password").press("Enter");
  await asked;
  await part.getByLabel("New password").press("Enter");
  open();
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await expect(part.getByText("This is not your current password")).toHaveCount(0);
  expect(changes).toBe(1);
});

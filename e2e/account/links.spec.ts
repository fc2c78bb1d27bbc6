/** Links of sign-up, of a forgotten password and of another address: by mail, on the terminal, by a command. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { ROOT } from "../../scripts/setup/paths.ts";
import { type Mailbox, openMailbox } from "../../scripts/testing/mailbox.ts";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { expect, test } from "../fixtures/test.ts";

const PASSWORD = "violet plover sings";
const run = promisify(execFile);

let mailbox: Mailbox;
let stack: TestStack;
const lines: string[] = [];
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  mailbox = await openMailbox();
  stack = await startTestStack({
    name: "links",
    env: { SMTP_URL: mailbox.url, MAIL_FROM: "chat@example.org" },
    onLine: (line) => lines.push(line),
  });
});
test.afterAll(async () => {
  await stack?.remove();
  await mailbox?.close();
});

const newEmail = () => `${crypto.randomUUID()}@example.org`;
const linkIn = (text: string) => /http\S+token=\S+/.exec(text)?.[0] ?? "";
const onTerminal = async (path: string, from: number) => {
  const find = () => lines.slice(from).find((line) => line.includes(`${path}?token=`)) ?? "";
  await expect.poll(find).not.toBe("");
  return linkIn(find());
};

async function askForLink(page: Page, path: string, email: string): Promise<void> {
  await page.goto(`${stack.url}${path}`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send a link" }).click();
}

async function fillAccount(page: Page): Promise<void> {
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${stack.url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test.describe("by mail", () => {
  test.use({ allowedErrors: [/status of (400|401|410|503)/] });
  const email = newEmail();

  test("a person signs up, and the form says the same for a taken address", async ({
    page,
    request,
  }) => {
    await askForLink(page, "/sign-up", email);
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    const fresh = await page.locator("main").innerText();
    const link = linkIn((await mailbox.next(email)).text);
    expect(link).toContain(`${stack.url}/sign-up?token=`);
    await page.goto(link);
    await expect(page.getByLabel("Email")).toHaveValue(email);
    expect(await findViolations(page)).toEqual([]);
    await fillAccount(page);
    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();

    await askForLink(page, "/sign-up", email);
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    expect(await page.locator("main").innerText()).toBe(fresh);
    expect((await mailbox.next(email)).text).toContain("It has one already");

    const answers = [];
    // A demo account, so that the links of this one are left.
    for (const asked of ["auditor@halfsilver.local", newEmail()]) {
      const response = await request.post(`${stack.url}/api/auth/sign-up/link`, {
        headers: { ...FROM_PAGE, host: "evil.example" },
        data: { email: asked },
      });
      const headers = { ...response.headers() };
      delete headers.date;
      answers.push({ status: response.status(), headers, body: await response.text() });
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test("a forgotten password is replaced once, and every session ends", async ({
    page,
    browser,
  }) => {
    const other = await browser.newContext();
    const elsewhere = await other.newPage();
    await signIn(elsewhere, email, PASSWORD);
    await expect(elsewhere.getByRole("textbox", { name: "Message" })).toBeVisible();
    await page.goto(`${stack.url}/sign-in`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email").fill("nonsense");
    await page.getByRole("button", { name: "Send a link" }).click();
    await expect(page.getByLabel("Email")).toBeFocused();
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/Enter an email address/);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send a link" }).click();
    await expect(page.getByText("If there is an account with that address")).toBeVisible();
    const link = linkIn((await mailbox.next(email)).text);
    await page.goto(link);
    await page.getByLabel("New password").fill("12345678");
    await expect(page.getByText("Too common").first()).toBeVisible();
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByLabel("New password")).toBeFocused();
    await page.getByLabel("New password").fill("another plover sings");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("every device is signed out")).toBeVisible();
    expect((await elsewhere.request.get(`${stack.url}/api/conversations`)).status()).toBe(401);
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
    await signIn(page, email, "another plover sings");
    await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
    await other.close();
  });

  test("another address is confirmed by a link, and the old one gets a notice", async ({
    page,
  }) => {
    await signIn(page, email, "another plover sings");
    await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
    await page.goto(`${stack.url}/account`);
    const part = page.getByRole("region", { name: "Email", exact: true });
    const next = newEmail();
    await part.getByLabel("New email").fill(next);
    await part.getByLabel("Current password").fill("another plover sings");
    await part.getByRole("button", { name: "Change email" }).click();
    await expect(part.getByText(`Open the link that went to ${next}`)).toBeVisible();
    expect((await mailbox.next(email)).text).toContain(next);
    await page.goto(linkIn((await mailbox.next(next)).text));
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Use this address" }).click();
    await expect(page.getByText(`Your address is ${next}.`)).toBeVisible();
  });

  test("a mail server that is away is told in plain words, whoever asks", async ({ page }) => {
    await mailbox.pause();
    for (const asked of [email, newEmail()]) {
      await askForLink(page, "/forgot-password", asked);
      await expect(page.getByRole("alert").first()).toContainText(
        "Mail cannot be sent at the moment",
      );
    }
    await mailbox.resume();
  });
});

test("without mail, links stand in the terminal of the own machine", async ({ page }) => {
  await stack.stop();
  await stack.startAgain({ SMTP_URL: "", LINKS_IN_TERMINAL: "1" });
  const email = newEmail();
  const from = lines.length;
  await askForLink(page, "/sign-up", email);
  await expect(page.getByRole("heading", { name: "Look at the terminal" })).toBeVisible();
  await page.goto(await onTerminal("/sign-up", from));
  await fillAccount(page);
  // The chat asks the server by itself now and then.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await askForLink(page, "/forgot-password", email);
  await expect(page.getByRole("heading", { name: "Look at the terminal" })).toBeVisible();
  await page.goto(await onTerminal("/reset-password", from));
  await expect(page.getByLabel("Email")).toHaveValue(email);
});

test("where no links go out, the pages say whom to ask, and a command prints one", async ({
  page,
}) => {
  await stack.stop();
  await stack.startAgain({ SMTP_URL: "", LINKS_IN_TERMINAL: "0" });
  await page.goto(`${stack.url}/sign-up`);
  await expect(page.getByText("Accounts are made by the people who run this server")).toBeVisible();
  await page.goto(`${stack.url}/forgot-password`);
  await expect(page.getByText("Ask the people who run it")).toBeVisible();
  const { stdout } = await run(
    "npm",
    ["run", "--silent", "create-reset-link", "--", "--email", "user@halfsilver.local"],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        HALFSILVER_DATA_DIR: stack.dataDir,
        DATABASE_URL: stack.databaseUrl,
        BETTER_AUTH_URL: stack.url,
      },
    },
  );
  await page.goto(linkIn(stdout));
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("every device is signed out")).toBeVisible();
  await signIn(page, "user@halfsilver.local", PASSWORD);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
});

test("where addresses are not confirmed, an account begins at once, and a password is enough to change one", async ({
  page,
}) => {
  await stack.stop();
  await stack.startAgain({ CONFIRM_ADDRESSES: "0" });
  const [email, password] = [newEmail(), PASSWORD];
  await page.goto(`${stack.url}/sign-up`);
  await page.getByLabel("Email").fill(email);
  await fillAccount(page);
  await page.goto(`${stack.url}/account`);
  const part = page.getByRole("region", { name: "Email", exact: true });
  const change = async (address: string, current: string) => {
    await part.getByLabel("New email").fill(address);
    await part.getByLabel("Current password").fill(current);
    await part.getByRole("button", { name: "Change email" }).click();
  };
  await change(email, password);
  await expect(part.getByLabel("New email")).toHaveAccessibleDescription(/your address already/);
  const next = newEmail();
  await change(next, "a wrong one");
  await expect(part.getByLabel("Current password")).toHaveAccessibleDescription(/not your current/);
  await expect(part.getByLabel("New email")).toHaveValue(next);
  await change(next, password);
  await expect(part.getByText(`From now on you sign in with ${next}.`)).toBeVisible();
  const signIn = (address: string) =>
    page.request.post(`${stack.url}/api/auth/sign-in/email`, {
      headers: FROM_PAGE,
      data: { email: address, password },
    });
  expect([(await signIn(email)).status(), (await signIn(next)).status()]).toEqual([401, 200]);
});

/** Every page says which scripts may run in it, and does without any other. */
import type { Page, Response } from "@playwright/test";
import { chatPage, newTag, openNewConversation } from "../fixtures/chat-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { runsOfConversation } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

const PANELS = [
  ...["events", "timeline", "graph", "envelope", "calls", "state", "context", "plan"],
  "conversation",
];

test.use({ allowedErrors: [/404/] });

/** What the browser refused, of all documents that the page goes through. */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("reportViolation", (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const report = (window as unknown as { reportViolation(text: string): void }).reportViolation;
      report(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`);
    });
  });
  return violations;
}

function expectStrict(response: Response | null, path: string): void {
  const policy = response?.headers()["content-security-policy"] ?? "";
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
  expect(scripts, path).toMatch(/'nonce-[\w+/=]+' 'strict-dynamic'/);
  expect(scripts, path).not.toContain("unsafe");
  expect(/style-src ([^;]*)/.exec(policy)?.[1], path).not.toContain("unsafe");
  for (const directive of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"]) {
    expect(policy, path).toContain(directive);
  }
  expect(response?.headers(), path).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
  });
}

test("signing in, chatting and looking for a page that is not there run no foreign script", async ({
  page,
  model,
}) => {
  const violations = await watchViolations(page);
  for (const path of ["/sign-in", "/sign-up", "/nothing/of/this/name"]) {
    expectStrict(await page.goto(path), path);
  }
  await joinAsNewPerson(page);
  expectStrict(await page.goto("/"), "/");
  const chat = chatPage(page);
  const tag = newTag();
  await model.script(tag, [
    { text: "```ts\nconst a: number = 1;\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |" },
  ]);
  await chat.say(`Write code ${tag}`);
  await expect(chat.answers.locator("pre span[style]").first()).toBeVisible();
  await chat.settled();
  await chat.say("list users and chart how many joined each month");
  await expect(chat.answers.last()).toContainText("20");
  await chat.settled();
  await page.reload();
  await expect(chat.answers.first().locator("pre span[style]").first()).toBeVisible();
  expectStrict(await page.goto(`/c/${crypto.randomUUID()}`), "/c/…");
  await expect(
    page.getByText("This conversation does not exist, or it is not yours."),
  ).toBeVisible();
  expect(violations).toEqual([]);
});

test("the inspector runs no foreign script on any of its pages", async ({ page, openAs }) => {
  test.slow();
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await chat.say("What is fibonacci(90)?");
  await chat.settled();
  const admin = await openAs("admin");
  const violations = await watchViolations(admin);
  const [run] = await runsOfConversation(admin, page.url());
  for (const path of [
    "/admin",
    "/admin/runs",
    "/admin/deviation",
    "/admin/decode",
    `/admin/compare?a=${run}&b=${run}`,
  ]) {
    expectStrict(await admin.goto(path), path);
    await expect(admin.getByRole("heading").first()).toBeVisible();
  }
  for (const panel of PANELS) {
    const path = `/admin/runs/${run}?panel=${panel}`;
    expectStrict(await admin.goto(path), path);
    await expect(admin.getByRole("tabpanel")).not.toBeEmpty();
    // Laid out by a worker.
    if (panel === "graph") await expect(admin.getByRole("treeitem").first()).toBeVisible();
  }
  expect(violations).toEqual([]);
});

test.describe("a script that somebody brings in", () => {
  test.use({ allowedErrors: [/violates the following Content Security Policy/] });

  test("does not run", async ({ page }) => {
    await page.goto("/sign-in");
    await page.evaluate(() => {
      const handler = document.createElement("div");
      handler.innerHTML = "<img src='data:,' onerror='document.title = `foreign`'>";
      const link = document.createElement("a");
      link.href = "javascript:void (document.title = 'foreign')";
      const style = document.createElement("style");
      style.textContent = "body { visibility: hidden }";
      document.body.append(handler, link, style);
      link.click();
    });
    const violations = page.evaluate(
      () => new Promise((resolve) => setTimeout(() => resolve(document.title), 500)),
    );
    expect(await violations).not.toBe("foreign");
    await expect(page.getByLabel("Email")).toBeVisible();
  });
});

/** Every page has a Content-Security-Policy for scripts, and works under it. */
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { expectStrict, watchViolations } from "../fixtures/content-policy.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { PANEL_IDS } from "../fixtures/list-routes.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

test.use({ allowedErrors: [/404/] });

test("sign-in, chat and missing pages have a strict policy, and violate it nowhere", async ({
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

test("every page of the inspector has a strict policy, and violates it nowhere", async ({
  page,
  openAs,
}) => {
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
    "/admin/models",
    "/admin/tools",
    "/admin/system",
    `/admin/compare?a=${run}&b=${run}`,
  ]) {
    expectStrict(await admin.goto(path), path);
    await expect(admin.getByRole("heading").first()).toBeVisible();
  }
  for (const panel of [...PANEL_IDS, "conversation"]) {
    const path = `/admin/runs/${run}?panel=${panel}`;
    expectStrict(await admin.goto(path), path);
    await expect(admin.getByRole("tabpanel")).not.toBeEmpty();
    // The layout runs in a worker, which the policy must allow.
    if (panel === "graph") await expect(admin.getByRole("treeitem").first()).toBeVisible();
  }
  expect(violations).toEqual([]);
});

test.describe("an injected script", () => {
  test.use({ allowedErrors: [/violates the following Content Security Policy/] });

  test("does not run", async ({ page }) => {
    await page.goto("/sign-in");
    const refused = await page.evaluate(() => {
      const all = Promise.withResolvers<string[]>();
      const directives = new Set<string>();
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        directives.add(effectiveDirective);
        if (directives.size === 3) all.resolve([...directives].sort());
      });
      const handler = document.createElement("div");
      handler.innerHTML = "<img src='data:,' onerror='document.title = `foreign`'>";
      const link = document.createElement("a");
      link.href = "javascript:void (document.title = 'foreign')";
      const style = document.createElement("style");
      style.textContent = "body { visibility: hidden }";
      document.body.append(handler, link, style);
      link.click();
      return all.promise;
    });
    expect(refused).toEqual(["script-src-attr", "script-src-elem", "style-src-elem"]);
    await expect(page).not.toHaveTitle("foreign");
    await expect(page.getByLabel("Email")).toBeVisible();
  });
});

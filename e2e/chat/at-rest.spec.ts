/** A page at rest asks for nothing more often than once a minute, and a hidden one for nothing, by the browser's clock. */
import type { Page } from "@playwright/test";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

// Eight minutes of the browser's clock, in small steps.
test.describe.configure({ timeout: 180_000 });

const STEP_MS = 2_000;

/** Lets so many minutes pass in small steps, each with what it asks for. @returns requests by path */
async function passMinutes(page: Page, minutes: number): Promise<Record<string, number>> {
  const asked: Record<string, number> = {};
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url());
    asked[pathname] = (asked[pathname] ?? 0) + 1;
  };
  page.on("request", note);
  for (let passed = 0; passed < minutes * 60_000; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS);
    await page.waitForLoadState("networkidle");
  }
  page.off("request", note);
  return asked;
}

async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
}

/** The first two minutes have what follows an answer or a touch; then it rests. */
async function expectRest(page: Page): Promise<void> {
  await passMinutes(page, 2);
  const visible = await passMinutes(page, 3);
  expect(Object.keys(visible)).not.toEqual([]);
  expect(Object.values(visible).filter((count) => count > 4)).toEqual([]);
  await hide(page);
  await passMinutes(page, 1);
  expect(await passMinutes(page, 2)).toEqual({});
}

test("a conversation at rest asks once a minute, and hidden not at all", async ({ page }) => {
  await page.clock.install();
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await chat.say("What is fibonacci(10)?");
  await expect(chat.answers).toContainText("55");
  await chat.settled();
  await expectRest(page);
});

for (const address of ["/admin", "/admin/runs", "/admin/audit", "/admin/system"])
  test(`${address} at rest asks once a minute, and hidden not at all`, async ({ openAs }) => {
    const auditor = await openAs("auditor");
    await auditor.clock.install();
    await auditor.route(/\/api\/admin\/runs\?/, async (route) => {
      // Other tests run beside this one: what goes on elsewhere is left out.
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), running: 0 } });
    });
    await auditor.goto(address);
    await expect(auditor.getByRole("heading", { level: 1 })).toBeVisible();
    await expectRest(auditor);
  });

/** A page at rest asks for nothing more often than once a minute, and a hidden one for nothing, by the browser's clock. */
import type { Page, Request } from "@playwright/test";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

// Eight minutes of the browser's clock, in small steps.
const STEP_MS = 2_000;

/** The requests of a page: by path since it was last asked, and which have no response yet. */
function watchRequests(page: Page) {
  const open = new Set<Request>();
  let asked: Record<string, number> = {};
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    asked[pathname] = (asked[pathname] ?? 0) + 1;
    open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return {
    open,
    take: () => {
      const taken = asked;
      asked = {};
      return taken;
    },
  };
}

type Watched = ReturnType<typeof watchRequests>;

/**
 * Lets so many minutes of the page's clock pass in small steps, and waits after each until no request is open: on a busy machine
 * minutes would pass during one request, in which the page asks for nothing else.
 * @returns requests by path
 */
async function passMinutes(page: Page, watched: Watched, minutes: number) {
  watched.take();
  for (let passed = 0; passed < minutes * 60_000; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS);
    await expect.poll(() => watched.open.size, { intervals: [5, 20, 100] }).toBe(0);
  }
  return watched.take();
}

async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
}

/** The first two minutes have what follows an answer or a touch; then it rests. */
async function expectRest(page: Page): Promise<void> {
  const watched = watchRequests(page);
  await passMinutes(page, watched, 2);
  const visible = await passMinutes(page, watched, 3);
  expect(Object.keys(visible)).not.toEqual([]);
  expect(Object.values(visible).filter((count) => count > 4)).toEqual([]);
  await hide(page);
  await passMinutes(page, watched, 1);
  expect(await passMinutes(page, watched, 2)).toEqual({});
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

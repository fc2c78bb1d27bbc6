/** What the server renders is what the browser makes of it, whatever stands in it. An error of the page fails a test. */
import type { Page } from "@playwright/test";
import { HEARD_EVENT } from "@/components/ui/device/early-presses.ts";
import { HEAD_SCRIPT } from "@/components/ui/head-script.ts";
import { chatPage } from "../fixtures/chat-page.ts";
import { openWithoutScripts } from "../fixtures/long/open-without-scripts.ts";
import { seedConversation } from "../fixtures/long/seed-conversation.ts";
import { joinAsNewPerson, personOf } from "../fixtures/people/new-person.ts";
import { sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

const LINKS = [
  "[![build](https://example.org/b.svg)](https://example.org/ci) passes",
  "[as said[^1] by https://example.net](https://example.org)\n\n[^1]: a [note](https://example.org)",
  "[see <https://a.example>](https://b.example)",
  "> - [**![a](https://example.org/a.png)**][r]\n\n[r]: https://example.org",
];

/** Far from UTC: the last evening of a month is in the next one. */
test.use({ timezoneId: "Pacific/Kiritimati" });

test("pictures and footnotes in links, names and months", async ({ page }) => {
  await joinAsNewPerson(page);
  const { id: userId } = await personOf(page);
  await sql(`UPDATE "user" SET name = '😀 Ana' WHERE id = $1`, [userId]);
  const { id } = await seedConversation(page, LINKS.length, (turn) => LINKS[turn - 1] ?? "");
  await sql("UPDATE conversation SET updated_at = '2025-01-31T23:00:00Z' WHERE id = $1", [id]);
  await page.goto(`/c/${id}`);
  const chat = chatPage(page);
  await expect(chat.answers).toHaveCount(LINKS.length);
  await expect(chat.answers.first().getByRole("link", { name: "build" })).toBeVisible();
  await expect(chat.answers.first().getByRole("button", { name: "build" })).toBeVisible();
  await expect(page.getByRole("button", { name: "😀 Ana" })).toContainText("😀😀 Ana");
  await expect(page.getByRole("region", { name: "February 2025" })).toBeVisible();
});

test("a press before the scripts is made when they are here, once", async ({ page }) => {
  await joinAsNewPerson(page);
  const { id } = await seedConversation(page, 2, () => "Yes.");
  const letIn = await openWithoutScripts(page, `/c/${id}`);
  const good = page.getByRole("button", { name: "Good answer" });
  // Twice, as somebody does who sees nothing happen.
  await good.first().dblclick();
  await good.last().click();
  await expect(good.first()).toHaveAttribute("aria-pressed", "false");
  letIn();
  for (const thumb of [good.first(), good.last()])
    await expect(thumb).toHaveAttribute("aria-pressed", "true");
  const kept = async () =>
    await sql("SELECT FROM feedback WHERE conversation_id = $1 AND verdict = 'up'", [id]);
  await expect.poll(kept).toHaveLength(2);
});

test("a menu that is pressed before the scripts opens, also where its button came once more", async ({
  page,
}) => {
  await joinAsNewPerson(page);
  const { id } = await seedConversation(page, 1, () => "Yes.");
  const menu = page.getByRole("button", { name: "Menu of this conversation" });
  for (const isReplaced of [false, true]) {
    const letIn = await openWithoutScripts(page, `/c/${id}`);
    await menu.click();
    if (isReplaced)
      await menu.evaluate((button) => {
        const again = button.cloneNode(true) as HTMLElement;
        delete again.dataset.pressed;
        button.replaceWith(again);
      });
    letIn();
    await expect(page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  }
});

test.describe("where the server sends a part once more", () => {
  /** A button that nobody hears, until one with its name stands in its place: that one counts its presses. */
  const PART = `<div><button type="button" aria-label="Good"><svg width="40" height="40"></svg></button></div><script>
    let pressed = 0;
    window.replaceIt = (name) => {
      document.querySelector("div").innerHTML = '<button type="button" aria-label="' + name + '">0</button>';
      const button = document.querySelector("button");
      button.style.cssText = "width: 52px; height: 46px";
      button.addEventListener("click", () => {
        dispatchEvent(new Event("${HEARD_EVENT}"));
        button.textContent = String(++pressed);
      });
    };
  </script>`;
  const replaceIt = (page: Page, name: string) =>
    page.evaluate(
      (given) => (window as unknown as { replaceIt(name: string): void }).replaceIt(given),
      name,
    );

  test.beforeEach(async ({ page }) => {
    await page.route("**/part", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><script>${HEAD_SCRIPT}</script>${PART}`,
      }),
    );
    await page.goto("/part");
  });

  test("a press goes to the button with the same name in the same place, once", async ({
    page,
  }) => {
    await page.getByRole("button").click();
    await replaceIt(page, "Good");
    await expect(page.getByRole("button")).toHaveText("1");
    // It was heard: no later repetition.
    await page.getByRole("button").click();
    await expect(page.getByRole("button")).toHaveText("2");
  });

  test("so does a press during which it comes", async ({ page }) => {
    await page.getByRole("button").hover();
    await page.mouse.down();
    await replaceIt(page, "Good");
    await page.mouse.up();
    await expect(page.getByRole("button")).toHaveText("1");
    // Who lets go elsewhere has pressed nothing.
    await page.mouse.down();
    await replaceIt(page, "Good");
    await page.mouse.move(400, 400);
    await page.mouse.up();
    await page.getByRole("button").click();
    await expect(page.getByRole("button")).toHaveText("2");
  });

  test("another button in its place gets none, and what was prevented is no press", async ({
    page,
  }) => {
    await page.getByRole("button").click();
    await replaceIt(page, "Bad");
    await page.getByRole("button").click();
    await expect(page.getByRole("button")).toHaveText("1");
    await page.goto("/part");
    await page.evaluate(() =>
      addEventListener("click", (event) => event.preventDefault(), { capture: true, once: true }),
    );
    await page.getByRole("button").click();
    await replaceIt(page, "Good");
    await page.getByRole("button").click();
    await expect(page.getByRole("button")).toHaveText("1");
  });
});

test("so are presses and forms in the inspector, whose parts come after their page", async ({
  openAs,
}) => {
  const auditor = await openAs("auditor");
  const letIn = await openWithoutScripts(auditor, "/admin/review");
  await auditor.getByRole("button", { name: "Keys" }).click();
  letIn();
  await expect(auditor.getByRole("dialog")).toBeVisible();
  await auditor.unrouteAll({ behavior: "wait" });

  const letFormIn = await openWithoutScripts(auditor, "/admin/compare");
  await auditor.getByRole("button", { name: "Compare" }).click();
  letFormIn();
  await expect(auditor.getByText("This is no id").first()).toBeVisible();
  expect(new URL(auditor.url()).search).toBe("");
});

test("whoever scrolls up while the page still arrives stays where they are", async ({ page }) => {
  const { promise: letRestIn, resolve: sendRest } = Promise.withResolvers<void>();
  const lines = "<p>A line.</p>".repeat(100);
  const log = `<div data-starts-at-end style="height: 300px; overflow: auto">${lines}<script src="/slow.js"></script>${lines}</div>`;
  await page.route("**/slow*", async (route) => {
    const isPage = route.request().isNavigationRequest();
    if (!isPage) await letRestIn;
    const body = `<!doctype html><script>${HEAD_SCRIPT}</script>${log}`;
    await route.fulfill({
      contentType: isPage ? "text/html" : "text/javascript",
      body: isPage ? body : "",
    });
  });
  await page.goto("/slow", { waitUntil: "commit" });
  const place = () => page.evaluate(() => document.querySelector("div")?.scrollTop ?? 0);
  await expect.poll(place).toBeGreaterThan(1_000);
  await page.locator("div").hover();
  await page.mouse.wheel(0, -500);
  await page.waitForFunction(() => document.documentElement.dataset.scrolledUp !== undefined);
  sendRest();
  await page.waitForLoadState();
  await expect(page.locator("p")).toHaveCount(200);
  const end = () => page.evaluate(() => document.querySelector("div")?.scrollHeight ?? 0);
  expect(await place()).toBeLessThan((await end()) / 2);
});

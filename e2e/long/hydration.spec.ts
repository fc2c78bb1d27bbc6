/** What the server renders is what the browser makes of it, whatever stands in it. An error of the page fails a test. */
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

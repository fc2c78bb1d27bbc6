/** What the server renders is what the browser makes of it, whatever stands in it. An error of the page fails a test. */
import { chatPage } from "../fixtures/chat-page.ts";
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

/** The menu in a conversation's header does what its row in the list does. */
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { seedTalk } from "../fixtures/people/seed-talk.ts";
import { expect, test } from "../fixtures/test.ts";

test("a conversation is renamed, pinned, archived, moved and deleted from its header", async ({
  page,
}) => {
  const { email } = await joinAsNewPerson(page);
  const talk = await seedTalk(email, "Walrus talk", ["A walrus.", "No."]);
  await page.goto(`/c/${talk.id}`);
  const title = page.getByRole("heading", { level: 1 });
  const row = page.getByRole("navigation", { name: "Conversations" });
  const menu = page.getByRole("button", { name: "Menu of this conversation" });
  const choose = async (name: string) => {
    await menu.click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await menu.click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Rename",
    "Pin",
    "Move to a folder",
    "Archive",
    "Share",
    "Export as Markdown",
    "Export as JSON",
    "Delete",
  ]);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await choose("Rename");
  await page.getByRole("textbox", { name: "Title of the conversation" }).fill("Seal talk");
  await page.keyboard.press("Enter");
  await expect(title).toHaveText("Seal talk");
  await expect(row.getByRole("link", { name: "Seal talk" })).toBeVisible();
  await expect(menu).toBeFocused();

  await choose("Pin");
  await expect(row.getByRole("region", { name: "Pinned" })).toContainText("Seal talk");
  await choose("Unpin");
  await expect(row.getByRole("region", { name: "Pinned" })).toHaveCount(0);

  await choose("Move to a folder");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");

  await choose("Archive");
  await expect(row.getByRole("link", { name: "Seal talk" })).toHaveCount(0);
  await choose("Remove from the archive");
  await expect(row.getByRole("link", { name: "Seal talk" })).toBeVisible();

  // Also where no list is to be seen, a deletion is taken back.
  await page.getByRole("button", { name: "Hide the sidebar" }).click();
  await choose("Delete");
  await expect(page).toHaveURL("/");
  await page.getByRole("button", { name: "Undo" }).click();
  const stored = async () => (await page.request.get(`/api/conversations/${talk.id}`)).status();
  await expect.poll(stored).toBe(200);
  await page.goto(`/c/${talk.id}`);
  await expect(title).toHaveText("Seal talk");
});

test.describe("in the narrowest window", () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

  test("a title has room for twelve letters, with the label of the model below it", async ({
    page,
  }) => {
    const { email } = await joinAsNewPerson(page);
    const talk = await seedTalk(email, "Walruses of the Svalbard coast", ["A walrus.", "No."]);
    await page.goto(`/c/${talk.id}`);
    const header = page.getByRole("main").locator("header").first();
    const title = header.getByRole("heading", { level: 1 });
    const label = header.getByRole("button", { name: "Demo model" });
    await expect(header.getByRole("button", { name: "Menu of this conversation" })).toBeVisible();
    const letters = await title.evaluate((heading) => {
      const { font } = getComputedStyle(heading);
      const pen = document.createElement("canvas").getContext("2d");
      if (pen) pen.font = font;
      const width = pen?.measureText("n".repeat(12)).width ?? Number.POSITIVE_INFINITY;
      return (12 * heading.clientWidth) / width;
    });
    expect(letters).toBeGreaterThanOrEqual(12);
    const [above, below] = [await title.boundingBox(), await label.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect(await header.evaluate((bar) => bar.scrollHeight - bar.clientHeight)).toBe(0);

    await page.getByRole("button", { name: "Menu of this conversation" }).click();
    await page.getByRole("menuitem", { name: "Rename", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Title of the conversation" })).toBeVisible();
    await expect(label).toBeHidden();
  });
});

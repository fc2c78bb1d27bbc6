/** The value tree with a value of 10 MB: search, paths, keyboard, and inert content. */
import { Client } from "pg";
import { chatPage } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const ROWS = 60_000;
const NEEDLE_ROW = 43_210;
const MAX_NODES = 2_500;

/** Written to the database directly, because no agent keeps such a state. */
const LARGE_STATE = {
  hostile: {
    markup: "<img src=x onerror=alert(1)><script>alert(2)</script>",
    ansi: "\u001b[31mred\u001b[0m",
    direction: "abc\u202egnp.exe\u202c",
  },
  collection: Array.from({ length: ROWS }, (_, id) => ({
    id,
    email: `person-${id}@example.org`,
    note: id === NEEDLE_ROW ? "here is the needle" : `nothing to see ${"x".repeat(90)}`,
  })),
};

test("a value of 10 MB stays fast, can be searched, and is inert", async ({ page, openAs }) => {
  await joinAsNewPerson(page);
  await page.goto("/");
  const chat = chatPage(page);
  await chat.say("Hello!");
  await page.waitForURL(/\/c\/[0-9a-f-]{36}/);
  await chat.settled();
  const conversationId = new URL(page.url()).pathname.slice(3);
  const client = new Client({ connectionString: process.env.HALFSILVER_TEST_DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ run_id: string }>(
    `UPDATE hidden_state SET state = $2 WHERE conversation_id = $1 AND agent_id = 'general'
     RETURNING run_id`,
    [conversationId, JSON.stringify(LARGE_STATE)],
  );
  await client.end();

  const admin = await openAs("admin");
  const dialogs: string[] = [];
  admin.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await admin.goto(`/admin/runs/${rows[0]?.run_id}?panel=states`);
  const tree = admin.getByRole("tree", { name: "As it is stored" });
  await expect(tree).toContainText("<img src=x onerror=alert(1)>");
  await expect(tree).toContainText("U+001B[31mred");
  await expect(tree).toContainText("abcU+202Egnp.exe");
  await expect(tree.locator("img, script")).toHaveCount(0);

  await tree.getByRole("treeitem", { name: /^collection/ }).click();
  await tree.getByRole("treeitem", { name: "0 … 999" }).click();
  await expect(tree.getByRole("treeitem", { expanded: true, name: "0 … 999" })).toBeVisible();

  const search = admin.getByRole("searchbox", { name: "Search in as it is stored" });
  await search.fill("the needle");
  await expect(admin.getByText("1 of 1", { exact: true })).toBeVisible();
  const picked = tree.getByRole("treeitem", { selected: true });
  await expect(picked).toContainText("here is the needle");
  await expect(admin.getByText(`/collection/${NEEDLE_ROW}/note`, { exact: true })).toBeVisible();
  await search.fill("person-");
  await expect(admin.getByText(`1 of ${ROWS.toLocaleString("en")} `)).toBeVisible();
  await search.press("Enter");
  await expect(picked).toContainText("person-1@example.org");
  expect(await admin.locator("*").count()).toBeLessThan(MAX_NODES);

  await tree.focus();
  await admin.keyboard.press("Home");
  await expect(picked).toHaveAttribute("aria-level", "1");
  await admin.keyboard.press("End");
  await expect(picked).toContainText("59,000 … 59,999");
  await admin.keyboard.press("ArrowLeft");
  await expect(picked).toContainText("collection");
  await admin.keyboard.press("ArrowLeft");
  await expect(picked).toHaveAttribute("aria-expanded", "false");
  expect(dialogs).toEqual([]);
  expect(await findViolations(admin)).toEqual([]);
});

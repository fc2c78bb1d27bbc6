/** The value tree with a value of 10 MB: search, paths, keyboard, and inert content. */
import { findViolations } from "../fixtures/find-violations.ts";
import { openRuns } from "../fixtures/open-runs.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { sharedStack, sql } from "../fixtures/product-database.ts";
import { converseOverHttp } from "../fixtures/runs-of.ts";
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

test("a value of 10 MB stays fast, can be searched, and is inert", async ({ openAs }) => {
  const talk = await converseOverHttp(await joinOverHttp(sharedStack()), ["Hello!"]);
  await sql(
    "UPDATE hidden_state SET state = $2 WHERE conversation_id = $1 AND agent_id = 'general'",
    [talk.conversationId, JSON.stringify(LARGE_STATE)],
  );

  const admin = await openAs("admin");
  await openRuns(admin, talk.runIds);
  const dialogs: string[] = [];
  admin.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await admin.goto(`/admin/runs/${talk.runIds[0]}?panel=states`);
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

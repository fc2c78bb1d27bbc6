/** Erasing on its page: by whom, with which confirmation, and what is left in tables, files and the server's output. */
import type { Browser, Page } from "@playwright/test";
import { Client } from "pg";
import { findWordsInFiles, findWordsInTables } from "../../scripts/testing/find-words.ts";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { chatPage, newTag, openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { listDenials } from "../fixtures/list-denials.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { dropOrPaste } from "../fixtures/people/drop-or-paste.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const ADDRESS = "/admin/erasure";
const PANELS = [
  "events",
  "timeline",
  "graph",
  "envelope",
  "model-calls",
  "states",
  "context",
  "plan",
];

async function erase(operator: Page, word: string) {
  const result = operator.getByRole("region", { name: "What would be erased" });
  const button = result.getByRole("button", { name: "Erase for good" });
  const confirmation = result.getByLabel(`Type ${word} to confirm`);
  await confirmation.fill(`${word}x`);
  await expect(button).toBeDisabled();
  await confirmation.fill(word);
  await button.click();
  await expect(operator.getByRole("status").filter({ hasText: "Erased:" })).toBeVisible();
}

/** A conversation of a new person. @returns its address, as in the browser */
async function talk(page: Page, text: string): Promise<string> {
  const chat = await openNewConversation(page);
  await chat.say(text);
  await expect(chat.answers).toHaveCount(1);
  await chat.settled();
  return page.url();
}

const idOf = (address: string) => new URL(address).pathname.slice("/c/".length);

test.describe("an admin", () => {
  test.use({ allowedErrors: [/404/] });

  test("erases a conversation from its run, after typing what is meant", async ({
    page,
    openAs,
  }) => {
    await joinAsNewPerson(page);
    const [erased, kept] = [await talk(page, "hello, first"), await talk(page, "hello, second")];
    const admin = await openAs("admin");
    const [runId] = await runsOfConversation(admin, erased);
    await admin.goto(`/admin/runs/${runId}`);
    await admin.getByRole("link", { name: "Erase…" }).click();
    const result = admin.getByRole("region", { name: "What would be erased" });
    await expect(result).toContainText("Messages2");
    expect(await findViolations(admin)).toEqual([]);
    await erase(admin, idOf(erased).slice(0, 8));
    expect((await admin.request.get(`/api/admin/runs/${runId}`)).status()).toBe(404);
    await admin.getByRole("button", { name: "See what would be erased" }).click();
    await expect(admin.getByText("There is nothing of that name.")).toBeVisible();
    await page.goto(erased);
    await expect(page.getByText("hello, first")).toHaveCount(0);
    await page.goto(kept);
    await expect(chatPage(page).asked).toContainText("hello, second");
  });

  test.describe("of a person", () => {
    // The person's open page asks once more before it learns that the session is over.
    test.use({ allowedErrors: [/status of 401/] });

    test("erases them, whose session is over", async ({ page, openAs }) => {
      const { email } = await joinAsNewPerson(page);
      await talk(page, "hello");
      const admin = await openAs("admin", { viewport: { width: 390, height: 800 } });
      await admin.goto("/admin/runs");
      await admin.getByRole("link", { name: "Erasure" }).click();
      await expect(admin.getByRole("row", { name: /Memory of agents/ })).toContainText("30 days");
      const subject = admin.getByLabel("Conversation or person");
      await subject.fill("neither");
      await subject.press("Enter");
      await expect(admin.getByText("This is neither the id of a conversation")).toBeVisible();
      await subject.fill(email);
      await subject.press("Enter");
      expect(await findViolations(admin)).toEqual([]);
      const width = () => admin.evaluate(() => document.documentElement.scrollWidth);
      expect(await width()).toBeLessThanOrEqual(390);
      await erase(admin, email);
      await page.goto("/");
      await expect(page).toHaveURL(/\/sign-in/);
    });
  });
});

test.describe("anybody else", () => {
  test.use({ allowedErrors: [/404/] });

  test("gets neither the page nor the act, and the attempt is on record", async ({
    page,
    openAs,
  }) => {
    const { email } = await joinAsNewPerson(page);
    const address = await talk(page, "hello, I stay");
    const subject = { kind: "conversation", conversationId: idOf(address) };
    const data = { subject, confirmation: idOf(address).slice(0, 8) };
    const auditor = await openAs("auditor");
    for (const other of [page, auditor]) {
      expect((await other.goto(ADDRESS))?.status()).toBe(404);
      const headers = FROM_PAGE;
      const act = await other.request.post("/api/admin/erasure", { headers, data });
      expect(act.status()).toBe(404);
      expect((await other.request.get("/api/admin/erasure")).status()).toBe(404);
    }
    expect(await listDenials(email)).toEqual([ADDRESS, "/api/admin/erasure"]);
    const [runId] = await runsOfConversation(auditor, address);
    await auditor.goto(`/admin/runs/${runId}`);
    await expect(auditor.getByRole("link", { name: "Export" })).toBeVisible();
    await expect(auditor.getByRole("link", { name: "Erase…" })).toHaveCount(0);
    await auditor.goto("/admin/runs");
    await expect(auditor.getByRole("heading", { name: "Runs", level: 1 })).toBeVisible();
    await expect(auditor.getByRole("link", { name: "Erasure" })).toHaveCount(0);
    await page.goto(address);
    await expect(chatPage(page).asked).toContainText("hello, I stay");
  });
});

async function openSignedIn(browser: Browser, url: string, password: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const admin = await context.newPage();
  await admin.goto("/sign-in");
  await admin.getByLabel("Email").fill("admin@halfsilver.local");
  await admin.getByLabel("Password").fill(password);
  await admin.getByRole("button", { name: "Sign in" }).click();
  await expect(admin).not.toHaveURL(/\/sign-in/);
  return admin;
}

test.describe("a deployment of its own", () => {
  test.describe.configure({ mode: "serial", timeout: 240_000 });

  let stack: TestStack;
  let database: Client;
  const printed: string[] = [];
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    stack = await startTestStack({
      name: "erasure",
      env: { LOG_LEVEL: "debug", RETENTION_LOG_PAYLOADS_DAYS: "30" },
      onLine: (line) => printed.push(line),
    });
    database = new Client({ connectionString: stack.databaseUrl });
    await database.connect();
  });
  test.afterAll(async () => {
    await database?.end();
    await stack?.remove();
  });

  test("has no word of what was erased in a table, in a file of the data folder, or in what it printed", async ({
    browser,
  }) => {
    const words = [newTag(), newTag(), newTag()];
    const find = () =>
      findWordsInTables(
        async (statement, values) => (await database.query(statement, [...values])).rows,
        words,
      );
    const context = await browser.newContext({ baseURL: stack.url });
    const page = await context.newPage();
    await joinAsNewPerson(page, stack);
    const chat = await openNewConversation(page);
    const [asked = "", named = "", held = ""] = words;
    await expect(chat.box).toBeEditable();
    const body = Buffer.from(`It is about ${held}.`);
    await dropOrPaste(chat.box, "drop", { name: `${named}.txt`, type: "text/plain", body });
    await expect(page.getByRole("button", { name: `Remove ${named}.txt` })).toBeVisible();
    await chat.say(`What does the file say about ${asked}?`);
    await expect(chat.answers).toHaveCount(1);
    await chat.settled();
    const before = await find();
    expect(before[asked]).toEqual(expect.arrayContaining(["message.content", "run_event.payload"]));
    expect(before[named]).toContain("attachment.name");
    expect(before[held]).toContain("attachment.data");
    const id = idOf(page.url());
    const admin = await openSignedIn(browser, stack.url, stack.demoPassword);
    await admin.goto(`${ADDRESS}?conversation=${id}`);
    await erase(admin, id.slice(0, 8));
    expect(await find()).toEqual(Object.fromEntries(words.map((word) => [word, []])));
    // PostgreSQL's own files are reused in its own time (decision 50).
    const { read, found } = findWordsInFiles(stack.dataDir, words, ["postgres"]);
    expect(read).toBeGreaterThan(3);
    expect(found).toEqual([]);
    expect(printed.length).toBeGreaterThan(3);
    expect(printed.filter((line) => words.some((word) => line.includes(word)))).toEqual([]);
    const tombstones = findWordsInFiles(stack.dataDir, [id], ["postgres"]);
    expect(tombstones.found).toEqual([expect.stringMatching(/\.erasures$/)]);
  });

  test("shows a run whose log lost its content, and under which rule", async ({ browser }) => {
    const context = await browser.newContext({ baseURL: stack.url });
    const page = await context.newPage();
    await joinAsNewPerson(page, stack);
    await talk(page, "What is fibonacci(90)?");
    const admin = await openSignedIn(browser, stack.url, stack.demoPassword);
    const [runId] = await runsOfConversation(admin, page.url(), stack);
    await admin.goto(`/admin/runs/${runId}?panel=events`);
    await expect(admin.getByText("Sealed", { exact: true })).toBeVisible();
    await database.query("UPDATE run SET ended_at = now() - interval '40 days' WHERE id = $1", [
      runId,
    ]);
    await database.query("INSERT INTO pgboss.job (name) VALUES ('apply-retention')");
    const left = async () => {
      const { rows } = await database.query(
        "SELECT count(payload)::int AS payloads FROM run_event WHERE run_id = $1",
        [runId],
      );
      return rows[0].payloads;
    };
    await expect.poll(left, { timeout: 90_000 }).toBe(0);
    await admin.reload();
    await expect(admin.getByText("Sealed; content erased under the rule retention")).toBeVisible();
    const events = admin.getByRole("list", { name: "Events" });
    await expect(events).toContainText("tool.returned");
    await expect(events).toContainText("content erased");
    const failures: string[] = [];
    admin.on("pageerror", ({ message }) => failures.push(message));
    admin.on("response", (response) => {
      if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
    });
    for (const id of PANELS)
      await admin.goto(`/admin/runs/${runId}?panel=${id}`, { waitUntil: "networkidle" });
    expect(failures).toEqual([]);
    await page.reload();
    await expect(chatPage(page).answers).toContainText("2880067194370816120");
  });
});

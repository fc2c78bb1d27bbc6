/** What is erased leaves nothing in tables, files and the server's output. */
import { findWordsInFiles, findWordsInTables } from "../../scripts/testing/find-words.ts";
import { chatPage, conversationIdOf, openNewConversation, talk } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { PANEL_IDS } from "../fixtures/list-routes.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { dropOrPaste } from "../fixtures/people/drop-or-paste.ts";
import { erase } from "../fixtures/people/erase-on-page.ts";
import { type Place, sql } from "../fixtures/product-database.ts";
import { lock, test } from "../fixtures/stacks/operation.ts";
import { expect } from "../fixtures/test.ts";

const ADDRESS = "/admin/erasure";

test.describe.configure({ lock });
// The page of a conversation that is erased asks for it once more.
test.use({ allowedErrors: [/404.*presence/] });
test.beforeEach(({ signIn }) => signIn("user"));

/** @returns for each word the columns that hold it */
const findInTables = (place: Place, words: readonly string[]) =>
  findWordsInTables(
    async <Row>(text: string, values: readonly unknown[]) =>
      (await sql(text, [...values], place)) as Row[],
    words,
  );

test("erasing leaves no word in a table, in a file of the data folder, or in what it printed", async ({
  page,
  stack,
  openAs,
}) => {
  const words = [newTag(), newTag(), newTag()];
  const find = () => findInTables(stack, words);
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
  const id = conversationIdOf(page.url());
  const admin = await openAs("admin");
  await admin.goto(`${ADDRESS}?conversation=${id}`);
  await erase(admin, id.slice(0, 8));
  expect(await find()).toEqual(Object.fromEntries(words.map((word) => [word, []])));
  // PostgreSQL's own files are reused in its own time (decision 50).
  const { read, found } = findWordsInFiles(stack.dataDir, words, ["postgres"]);
  expect(read).toBeGreaterThan(3);
  expect(found).toEqual([]);
  expect(stack.printed.length).toBeGreaterThan(3);
  expect(stack.printed.filter((line) => words.some((word) => line.includes(word)))).toEqual([]);
  const tombstones = findWordsInFiles(stack.dataDir, [id], ["postgres"]);
  expect(tombstones.found).toEqual([expect.stringMatching(/\.erasures$/)]);
});

test("a run whose log lost its content is shown, and under which rule", async ({
  page,
  stack,
  openAs,
}) => {
  await talk(page, "What is fibonacci(90)?");
  const admin = await openAs("admin");
  const [runId] = await runsOfConversation(admin, page.url(), stack);
  await admin.goto(`/admin/runs/${runId}?panel=events`);
  await expect(admin.getByText("Sealed", { exact: true })).toBeVisible();
  const age = "UPDATE run SET ended_at = now() - interval '40 days' WHERE id = $1";
  await sql(age, [runId], stack);
  await sql("INSERT INTO pgboss.job (name) VALUES ('apply-retention')", [], stack);
  const left = async () => {
    const [row] = await sql<{ payloads: number }>(
      "SELECT count(payload)::int AS payloads FROM run_event WHERE run_id = $1",
      [runId],
      stack,
    );
    return row?.payloads;
  };
  await expect.poll(left).toBe(0);
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
  for (const id of PANEL_IDS)
    await admin.goto(`/admin/runs/${runId}?panel=${id}`, { waitUntil: "networkidle" });
  expect(failures).toEqual([]);
  await page.reload();
  await expect(chatPage(page).answers).toContainText("2880067194370816120");
});

test("a closed temporary chat leaves no word in a table, a file, its search or what was printed", async ({
  page,
  stack,
  model,
}) => {
  const [asked, named, held, called] = [newTag(), newTag(), newTag(), newTag()];
  const words = [asked, named, held, called];
  const find = () => findInTables(stack, words);
  await model.script(asked, [
    { toolCalls: [{ name: "python_interpreter", arguments: { code: `print("${called}")` } }] },
    { text: "Done." },
  ]);
  const chat = await openNewConversation(page);
  await expect(chat.box).toBeEditable();
  const body = Buffer.from(`It is about ${held}.`);
  await dropOrPaste(chat.box, "drop", { name: `${named}.txt`, type: "text/plain", body });
  await expect(page.getByRole("button", { name: `Remove ${named}.txt` })).toBeVisible();
  const toggle = page.getByRole("button", { name: "Temporary chat" });
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await chat.say(`Keep quiet about ${asked}`);
  await expect(page).toHaveURL(/\/c\//);
  const id = conversationIdOf(page.url());
  await expect(chatPage(page).answers).toContainText("Done.");
  await chat.settled();
  const before = await find();
  for (const word of words) expect(before[word], word).not.toEqual([]);
  expect(before[asked]).not.toContain("conversation.title");
  const banner = page.getByRole("region", { name: "Temporary chat" });
  await banner.getByRole("button", { name: "Close and erase" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(find).toEqual(Object.fromEntries(words.map((word) => [word, []])));
  // PostgreSQL's own files are reused in its own time (decision 50).
  expect(findWordsInFiles(stack.dataDir, words, ["postgres"]).found).toEqual([]);
  expect(stack.printed.filter((line) => words.some((word) => line.includes(word)))).toEqual([]);
  const rows = await sql(
    "SELECT detail->>'rule' AS rule FROM audit_event WHERE action = 'conversation.erased' AND target LIKE '%' || $1",
    [id],
    stack,
  );
  expect(rows).toEqual([{ rule: "temporary" }]);
});

/** As servers refuse: some of these change what is concluded of the connection, and each quotes what it was sent. */
const REFUSALS = [
  { status: 400, says: "This model does not support tools. Your message was" },
  { status: 422, says: "'stream' is not permitted in" },
  { status: 500, says: "Unexpected input:" },
];

test("what a model server said of a message leaves with it, and stands nowhere else meanwhile", async ({
  page,
  stack,
  model,
  openAs,
}) => {
  const words = REFUSALS.map(() => newTag());
  const find = () => findInTables(stack, words);
  const chat = await openNewConversation(page);
  for (const [index, { status, says }] of REFUSALS.entries()) {
    const word = words[index] ?? "";
    const refused = { scenario: "error-500", status, message: `${says} "${word}"` } as const;
    for (const structured of [true, false])
      await model.queue({ ...refused, key: word, structured, times: 2 });
    await chat.say(`Tell me of ${word}`);
    await expect(chat.answers).toHaveCount(index + 1);
    await chat.settled();
  }
  for (const word of words) expect((await find())[word], word).not.toEqual([]);
  const admin = await openAs("admin");
  await admin.goto("/admin/models", { waitUntil: "networkidle" });
  const shown = await admin.content();
  const metrics = await (await admin.request.get("/api/metrics")).text();
  expect(words.filter((word) => `${shown}${metrics}`.includes(word))).toEqual([]);
  const id = conversationIdOf(page.url());
  await admin.goto(`${ADDRESS}?conversation=${id}`);
  await erase(admin, id.slice(0, 8));
  expect(await find()).toEqual(Object.fromEntries(words.map((word) => [word, []])));
  expect(findWordsInFiles(stack.dataDir, words, ["postgres"]).found).toEqual([]);
  expect(stack.printed.filter((line) => words.some((word) => line.includes(word)))).toEqual([]);
});

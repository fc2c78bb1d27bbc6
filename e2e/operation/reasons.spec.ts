/** Looking is an act: admins type a reason once per run, auditors one for each value; the trail has it first. */
import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { newWord } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { listRunReads } from "../fixtures/list-routes.ts";
import { makePerson, type Person } from "../fixtures/people/make-person.ts";
import { enterAs } from "../fixtures/people/new-person.ts";
import { sharedStack, sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

const REASON = "A complaint about this answer";
const SEARCH_REASON = "A complaint about wrong sequences";

/** Stands in the question, and in nobody else's. */
const WORD = newWord();

let run: { id: string; conversation_id: string };
/** The person who chatted, and their page, which stays in the chat. */
let chatter: Person;
let chatting: Page;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  chatter = await makePerson();
  chatting = await (await browser.newContext({ baseURL: sharedStack().url })).newPage();
  await enterAs(chatting, chatter);
  const chat = await openNewConversation(chatting);
  await chat.say(`What is fibonacci(90)? ${WORD}`);
  await chat.settled();
  const [found] = await sql<typeof run>("SELECT id, conversation_id FROM run WHERE user_id = $1", [
    chatter.id,
  ]);
  if (found) run = found;
});

async function countRows(action: string): Promise<number | undefined> {
  const text = "SELECT count(*)::int AS n FROM audit_event WHERE action = $1 AND subject_id = $2";
  return (await sql<{ n: number }>(text, [action, chatter.id]))[0]?.n;
}

/** Refused attempts of these people to open, give or reveal the run, each once. */
async function countDenied(people: readonly Person[]): Promise<number | undefined> {
  const text = `SELECT count(DISTINCT (actor_id, target))::int AS n FROM audit_event
    WHERE action = 'inspector.denied' AND target ~ '/(opening|reviews|reveal)$' AND actor_id = ANY ($1)`;
  return (await sql<{ n: number }>(text, [people.map(({ id }) => id)]))[0]?.n;
}

/** Every address of operators that is read, with every event, call and hop of the run. */
async function readsOf(runId: string): Promise<string[]> {
  const rows = await sql<{ seq: number; hop_ref: string | null }>(
    "SELECT seq, hop_ref FROM run_event WHERE run_id = $1 ORDER BY seq",
    [runId],
  );
  const seqs = rows.map(({ seq }) => String(seq));
  const hopRefs = [...new Set(rows.flatMap(({ hop_ref: hopRef }) => hopRef ?? []))];
  const recorded = { runId, conversationId: run.conversation_id, seqs, hopRefs };
  return listRunReads(recorded, ["fibonacci", "2880067194370816120"]);
}

/** What was said in the run, however it is written in JSON, CSV or a page, and the digests that a guesser would look for. */
const SAID = [`What is fibonacci(90)? ${WORD}`, WORD, "fibonacci(90)", "2880067194370816120"];
const TRACES = SAID.flatMap((words) => {
  const digest = createHash("sha256").update(words).digest();
  return [words, digest.toString("hex"), digest.toString("base64"), digest.toString("base64url")];
});

/** The addresses whose bytes hold one of them. */
async function findWords(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses) {
    const bytes = await (await page.request.get(address)).text();
    if (TRACES.some((trace) => bytes.includes(trace))) found.push(address);
  }
  return found;
}

const panel = (page: Page) => page.getByRole("tabpanel");

test("an admin gives a reason once, and sees nothing hidden before it is on record", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  await admin.goto(`/admin/runs/${run.id}?panel=plan`);
  const notice = admin.getByRole("region", { name: "is masked" });
  await expect(notice).toContainText("The person who chatted reads it on their account page.");
  await expect(panel(admin).getByText("Masked").first()).toBeVisible();
  expect(await findViolations(admin)).toEqual([]);
  expect(await countRows("payloads.opened")).toBe(0);
  const address = `/api/admin/runs/${run.id}`;
  expect(await (await admin.request.get(address)).text()).toContain('"withheld":"masked"');
  await expect(admin.getByText("Masked until you give a reason.")).toHaveCount(2);
  const reads = await readsOf(run.id);
  expect(reads.length).toBeGreaterThan(60);
  expect(await findWords(admin, reads)).toEqual([]);
  const auditor = await openAs("auditor");
  expect(await findWords(auditor, reads)).toEqual([]);
  const person = await openAs("user");
  for (const read of reads) expect((await person.request.get(read)).status(), read).toBe(404);
  const search = await admin.request.get(`/api/admin/runs?q=${WORD}`);
  expect(await search.json()).toMatchObject({ runs: [], narrowed: "reason" });

  await notice.getByRole("button", { name: "Open payloads" }).click();
  await expect(notice.getByText("At least 4 characters.")).toBeVisible();
  await notice.getByLabel("Why do you look?").fill(REASON);
  const dot = chatting.getByText("Somebody has looked at what you wrote");
  await expect(dot).toHaveCount(0);
  const recorded = admin.waitForResponse(
    (one) => one.url().endsWith("/opening") && one.request().method() === "POST",
  );
  await notice.getByRole("button", { name: "Open payloads" }).click();
  await recorded;
  let looks = 0;
  chatting.on("request", (one) => {
    if (one.url().endsWith("/api/looks")) looks += 1;
  });
  // As when the person comes back to the tab. At rest it asks once a minute.
  await chatting.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(dot).toHaveCount(1);
  expect(looks).toBeLessThanOrEqual(2);
  await expect(notice).toHaveCount(0);
  await expect(panel(admin).getByText("Masked")).toHaveCount(0);
  const opened = await (await admin.request.get(address)).text();
  expect(opened).not.toContain('"withheld":"masked"');
  expect(opened).toContain("fibonacci(90)");
  expect(await countRows("payloads.opened")).toBe(1);

  await admin.reload();
  await expect(panel(admin)).not.toBeEmpty();
  await expect(notice).toHaveCount(0);
  expect(await countRows("payloads.opened")).toBe(1);
});

test("an auditor reveals one value for a reason, and it is masked again", async ({ openAs }) => {
  const auditor = await openAs("auditor");
  await auditor.clock.install();
  await auditor.goto(`/admin/runs/${run.id}?panel=plan`);
  const reveal = auditor.getByRole("button", { name: "Reveal…" }).first();
  await reveal.click();
  const dialog = auditor.getByRole("dialog", { name: "Reveal one value" });
  await dialog.getByLabel("Why do you look?").fill(REASON);
  await dialog.getByRole("button", { name: "Show the value" }).click();
  await expect(auditor.getByText("Masked again at")).toBeVisible();
  expect(await countRows("field.revealed")).toBe(1);
  await auditor.clock.fastForward("10:01");
  await expect(auditor.getByText("Masked again at")).toHaveCount(0);
  await expect(reveal).toBeVisible();
});

test("an auditor reads no word in the tree of versions", async ({ openAs }) => {
  const auditor = await openAs("auditor");
  const { messages } = await (await auditor.request.get(`/api/admin/runs/${run.id}/tree`)).json();
  expect(messages).toHaveLength(2);
  expect(messages.every(({ words }: { words: string }) => words === "")).toBe(true);
});

test("an auditor reads what was said where an admin gave them the run", async ({
  person,
  openAs,
}) => {
  const name = `Auditor ${WORD}`;
  await sql(`UPDATE "user" SET name = $1 WHERE id = $2`, [name, (await person("auditor")).id]);
  const auditor = await openAs("auditor");
  await auditor.goto(`/admin/runs/${run.id}`);
  await expect(auditor.getByText("Masked: this run was not given to you for review.")).toHaveCount(
    2,
  );
  expect(await findViolations(auditor)).toEqual([]);
  await auditor.goto(`/admin/runs?person=${chatter.email}`);
  await expect(auditor.getByRole("table")).toContainText("Masked");
  await expect(auditor.getByRole("table")).not.toContainText("fibonacci");

  const admin = await openAs("admin");
  await admin.goto(`/admin/runs/${run.id}`);
  await admin.getByRole("button", { name: "Give for review" }).click();
  const dialog = admin.getByRole("dialog", { name: "Give for review" });
  // It is checked once the server says so.
  await dialog.getByRole("checkbox", { name }).click();
  await expect(dialog.getByRole("checkbox", { name })).toBeChecked();
  expect(await findViolations(admin)).toEqual([]);

  await auditor.goto(`/admin/runs/${run.id}`);
  await expect(auditor.getByRole("heading", { name: "What is fibonacci(90)?" })).toBeVisible();
  await expect(auditor.getByRole("button", { name: "Give for review" })).toHaveCount(0);
});

test("what a role may not do is refused and on record", async ({ person: personOf, openAs }) => {
  const roles = ["auditor", "user", "admin"] as const;
  const people = await Promise.all(roles.map(personOf));
  const [auditor, person, admin] = await Promise.all([
    openAs("auditor"),
    openAs("user"),
    openAs("admin"),
  ]);
  const headers = { "sec-fetch-site": "same-origin" };
  const opening = { headers, data: { reason: REASON } };
  const reveal = { headers, data: { reason: REASON, sha256: "0".repeat(64) } };
  const searching = { headers, data: { q: WORD, filters: {}, reason: REASON } };
  const address = `/api/admin/runs/${run.id}`;
  const given = { headers, data: { auditorId: "any", isGiven: true } };
  const answers = [
    await auditor.request.post(`${address}/reviews`, given),
    await person.request.post(`${address}/reviews`, given),
    await auditor.request.get(`${address}/reviews`),
    await auditor.request.post(`${address}/opening`, opening),
    await person.request.post(`${address}/opening`, opening),
    await person.request.post(`${address}/reveal`, reveal),
    await admin.request.post(`${address}/reveal`, reveal),
    await auditor.request.post("/api/admin/runs/searches", searching),
    await person.request.post("/api/admin/runs/searches", searching),
  ];
  expect(answers.map((answer) => answer.status())).toEqual(answers.map(() => 404));
  expect(await countDenied(people)).toBe(6);
  expect(await countRows("payloads.opened")).toBe(1);
});

test("an admin searches everything for a reason, and the hits are on record", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  await admin.goto(`/admin/runs?q=${WORD}`);
  await expect(
    admin.getByText("Words were looked for only in the runs that are open"),
  ).toBeVisible();
  expect(await countRows("run.found")).toBe(0);
  await admin.getByRole("button", { name: "Search everything with a reason" }).click();
  const dialog = admin.getByRole("dialog", { name: "Search everything with a reason" });
  await dialog.getByLabel("Why do you search?").fill(SEARCH_REASON);
  expect(await findViolations(admin)).toEqual([]);
  await dialog.getByRole("button", { name: "Search", exact: true }).click();
  await expect(admin.getByText("Words were looked for only")).toHaveCount(0);
  expect(await countRows("run.found")).toBe(1);
  await admin.reload();
  await expect(admin.getByText("Showing 1 of 1")).toBeVisible();
  await expect(admin.getByText("Words were looked for only")).toHaveCount(0);
  expect(await countRows("run.found")).toBe(1);
});

test("the person reads who looked, when and why; and the dot goes", async () => {
  await chatting.goto("/account");
  const looks = chatting.getByRole("list", { name: "Who looked at what you wrote" });
  await expect(looks.getByRole("listitem")).toHaveCount(3);
  await expect(looks.getByRole("listitem").first()).toContainText(
    "searched everybody's words and found this conversation",
  );
  await expect(looks.getByRole("listitem").first()).toContainText(`Reason: ${SEARCH_REASON}`);
  await expect(looks.getByRole("listitem").last()).toContainText(
    "opened everything behind an answer",
  );
  await expect(looks.getByRole("listitem").last()).toContainText(`Reason: ${REASON}`);
  await expect(looks.getByRole("listitem").last()).toContainText("Sealed as number");
  await expect(looks.getByRole("listitem").last()).toContainText("Proved: look number 1");
  await expect(looks.getByRole("listitem").nth(1)).toContainText("Proved: look number 2");
  await expect(looks.getByRole("listitem").first()).toContainText("Proved: look number 3");
  await expect(chatting.getByText("no look from number 1 to number 3 is missing")).toBeVisible();
  expect(await findViolations(chatting)).toEqual([]);
  await chatting.setViewportSize({ width: 390, height: 844 });
  const width = await chatting.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await chatting.setViewportSize({ width: 1280, height: 800 });
  await looks
    .getByRole("link", { name: /fibonacci\(90\)/i })
    .first()
    .click();
  await expect(chatting).toHaveURL(/\/c\//);
  await expect(chatPage(chatting).answers).toHaveCount(1);
  await expect(chatting.getByText("Somebody has looked at what you wrote")).toHaveCount(0);
});

test("an open account page shows a look as it is made", async ({ openAs }) => {
  const admin = await openAs("admin");
  await chatting.goto("/account");
  const looks = chatting.getByRole("list", { name: "Who looked at what you wrote" });
  await expect(looks.getByText("Proved: look number 1")).toBeVisible();
  const heard = chatting.waitForResponse((one) => one.url().endsWith("/api/looks/proof"));
  const headers = { "sec-fetch-site": "same-origin" };
  const again = { headers, data: { reason: "A second complaint" } };
  const opened = await admin.request.post(`/api/admin/runs/${run.id}/opening`, again);
  expect(opened.status()).toBe(200);
  await heard;
  await expect(looks.getByRole("listitem")).toHaveCount(4);
  await expect(looks.getByRole("listitem").first()).toContainText("A second complaint");
  await expect(looks.getByRole("listitem").first()).toContainText("Proved: look number 4");
});

/**
 * Two browsers: every answer that brought a word of a person to an admin's browser belongs to exactly one line of that person's
 * account page, and no line is there without such an answer.
 */
import type { Browser, Page } from "@playwright/test";
import { chatPage } from "../fixtures/chat-page.ts";
import {
  type DemoModelControl,
  newTag,
  newWord,
  sharedModelControl,
} from "../fixtures/demo-model-control.ts";
import { listRunReads, PANEL_IDS } from "../fixtures/list-routes.ts";
import { makePerson, type Role } from "../fixtures/people/make-person.ts";
import { enterAs, personOf } from "../fixtures/people/new-person.ts";
import { sharedStack, sql } from "../fixtures/product-database.ts";
import {
  type Exchange,
  type RecordingProxy,
  startRecordingProxy,
} from "../fixtures/proxies/recording-proxy.ts";
import { expect, test } from "../fixtures/test.ts";

/** Stands in every question, so that a search finds them all. Nothing else of a person is known to the admin. */
const SEARCHED = newWord();
const SEARCH_REASON = "A complaint about birds";

type Turn = {
  person: Page;
  runId: string;
  conversationId: string;
  /** Words that occur only in this turn: of its question, its answer and its file. */
  words: string[];
};

/** A line of `/account`. */
type Line = { deed: "opened" | "found"; conversationId: string; reason: string };

/** In front of the server, for the admin's browser alone: its network log. */
let proxy: RecordingProxy;
let model: DemoModelControl;
let admin: Page;
let ada: Page;
let bea: Page;
/** Of Ada: two in one conversation. Of Bea: one that is found and never opened. */
let first: Turn;
let second: Turn;
let third: Turn;
let ofBea: Turn;
const turns: Turn[] = [];

/** Requests of the admin's page at once. */
const AT_ONCE = 6;

test.describe.configure({ mode: "serial" });
test.slow();
test.beforeAll(async ({ browser, modelUrl }) => {
  model = sharedModelControl(modelUrl);
  proxy = await startRecordingProxy(sharedStack().url);
  ada = await openPage(browser, "user", sharedStack().url);
  bea = await openPage(browser, "user", sharedStack().url);
  admin = await openPage(browser, "admin", proxy.url);
  first = await takeTurn(ada, { hasFile: true });
  second = await takeTurn(ada);
  await ada.goto("/");
  third = await takeTurn(ada);
  ofBea = await takeTurn(bea);
});
test.afterAll(() => proxy?.close());

async function openPage(browser: Browser, role: Role, baseURL: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, acceptDownloads: true })).newPage();
  await enterAs(page, await makePerson(role), { ...sharedStack(), url: baseURL });
  return page;
}

/** Asks in the conversation that is open, else in a new one. */
async function takeTurn(person: Page, { hasFile = false } = {}): Promise<Turn> {
  const [asked, answered, named] = [newTag(), newTag(), newTag()];
  await model.script(asked, [{ text: `They do, says the ${answered} of the marsh.` }]);
  if (person.url() === "about:blank") await person.goto("/");
  const chat = chatPage(person);
  await expect(chat.box).toBeEditable();
  if (hasFile) await attach(person, `${named}.txt`);
  await chat.say(`Do ${SEARCHED} wade ${asked} there?`);
  await expect(chat.answers.last()).toContainText(answered);
  await chat.settled();
  const words = hasFile ? [asked, answered, named] : [asked, answered];
  return keepTurn(person, words);
}

async function attach(person: Page, name: string): Promise<void> {
  const picker = person.waitForEvent("filechooser");
  await person.getByRole("button", { name: "Attach files" }).click();
  const buffer = Buffer.from("The marsh is closed in spring.");
  await (await picker).setFiles({ name, mimeType: "text/plain", buffer });
  const files = person.getByRole("list", { name: "Attached files" });
  await expect(files.getByRole("button", { name: /^Remove/ })).toHaveCount(1);
}

/** The person's newest run is the turn's. */
async function keepTurn(person: Page, words: string[]): Promise<Turn> {
  const [run] = await sql<{ id: string; conversation_id: string }>(
    "SELECT id, conversation_id FROM run WHERE user_id = $1 ORDER BY started_at DESC LIMIT 1",
    [(await personOf(person)).id],
  );
  const { id: runId = "", conversation_id: conversationId = "" } = run ?? {};
  const turn = { person, runId, conversationId, words };
  turns.push(turn);
  return turn;
}

const panel = () => admin.getByRole("tabpanel");

/** Every page, every panel of a run, and every address behind them of every run, by the admin's browser itself. */
async function readEverything(): Promise<void> {
  for (const address of ["/admin", "/admin/runs", `/admin/runs?q=${SEARCHED}`, "/admin/audit"]) {
    await admin.goto(address);
    await expect(admin.getByRole("main")).not.toBeEmpty();
  }
  for (const id of PANEL_IDS) {
    await admin.goto(`/admin/runs/${first.runId}?panel=${id}`);
    await expect(panel()).not.toBeEmpty();
  }
  const addresses = new Set<string>();
  for (const turn of turns) for (const address of await addressesOf(turn)) addresses.add(address);
  await fetchAll([...addresses]);
  await admin.goto(`/admin/compare?a=${first.runId}&b=${second.runId}`);
  await expect(admin.getByRole("main")).not.toBeEmpty();
  await fetchAll([
    `/api/admin/compare?a=${first.runId}&b=${second.runId}`,
    `/api/admin/compare?a=${third.runId}&b=${ofBea.runId}`,
  ]);
}

/** With each event that holds a word of the turn. */
async function addressesOf({ runId, conversationId, words }: Turn): Promise<string[]> {
  const rows = await sql<{ seq: number; hop_ref: string | null }>(
    `SELECT seq, hop_ref FROM run_event WHERE run_id = $1
      AND EXISTS (SELECT FROM unnest($2::text[]) AS word WHERE payload::text LIKE '%' || word || '%') ORDER BY seq`,
    [runId, words],
  );
  const seqs = rows.map(({ seq }) => String(seq));
  const hopRefs = [...new Set(rows.flatMap(({ hop_ref: hopRef }) => hopRef ?? []))];
  return listRunReads({ runId, conversationId, seqs, hopRefs }, [SEARCHED, "marsh"]);
}

/** As the page does it: the answers are in the network log. */
async function fetchAll(addresses: readonly string[]): Promise<void> {
  for (let index = 0; index < addresses.length; index += AT_ONCE)
    await admin.evaluate(
      (some) => Promise.all(some.map(async (address) => (await fetch(address)).text())),
      addresses.slice(index, index + AT_ONCE),
    );
}

/** Types a reason on the page of the run, as it is asked for there. */
async function open({ runId }: Turn, reason: string): Promise<void> {
  await admin.goto(`/admin/runs/${runId}`);
  const notice = admin.getByRole("region", { name: "is masked" });
  await notice.getByRole("button", { name: "Open payloads" }).click();
  await notice.getByLabel("Why do you look?").fill(reason);
  await notice.getByRole("button", { name: "Open payloads" }).click();
  await expect(notice).toHaveCount(0);
}

/**
 * The lines that the network log calls for, each once; and the words that came although nothing on record let them.
 * An opening covers the run, and what the run's own addresses show of earlier turns of its conversation.
 */
function readLog(person: Page): { lines: Line[]; unseen: string[] } {
  const lines = new Map<string, Line>();
  const unseen: string[] = [];
  const reasons = new Map<string, string>();
  const searches = new Map<string, string>();
  const add = (deed: Line["deed"], { person: whose, conversationId }: Turn, reason: string) => {
    if (whose !== person) return;
    const line = { deed, conversationId, reason };
    lines.set(JSON.stringify(line), line);
  };
  for (const exchange of proxy.exchanges()) {
    const { method, path, received } = exchange;
    keepReason(exchange, reasons, searches);
    for (const turn of turns) {
      if (!turn.words.some((word) => received.includes(word))) continue;
      const runId = admittedBy(turn, path, reasons);
      if (runId === null) unseen.push(`${method} ${path}`);
      else add("opened", turn, reasons.get(runId) ?? "");
    }
    for (const { turn, reason } of hitsOf(exchange, searches)) add("found", turn, reason);
  }
  return { lines: [...lines.values()], unseen };
}

function keepReason(
  { method, path, sent, received }: Exchange,
  reasons: Map<string, string>,
  searches: Map<string, string>,
): void {
  if (method !== "POST" || !received.startsWith("200")) return;
  const runId = /^\/api\/admin\/runs\/([0-9a-f-]{36})\/opening$/.exec(path)?.[1];
  if (runId) reasons.set(runId, JSON.parse(sent).reason);
  if (path === "/api/admin/runs/searches") {
    const { q, reason } = JSON.parse(sent);
    searches.set(q, reason);
  }
}

/** @returns the run whose opening let the turn's words through; null where none did */
function admittedBy(
  { runId, conversationId }: Turn,
  path: string,
  reasons: ReadonlyMap<string, string>,
): string | null {
  if (reasons.has(runId)) return runId;
  const later = turns
    .slice(turns.findIndex((turn) => turn.runId === runId) + 1)
    .find((turn) => turn.conversationId === conversationId && path.includes(turn.runId));
  return later && reasons.has(later.runId) ? later.runId : null;
}

/** A list under words says of each of its runs that they were said in it. */
function hitsOf(
  { path, sent, received }: Exchange,
  searches: ReadonlyMap<string, string>,
): { turn: Turn; reason: string }[] {
  const { pathname, searchParams } = new URL(path, "http://inspector");
  const isSearch = pathname === "/api/admin/runs/searches";
  if (!received.startsWith("200") || !(isSearch || pathname === "/api/admin/runs")) return [];
  const words = isSearch ? JSON.parse(sent).q : searchParams.get("q");
  const reason = searches.get(words ?? "");
  if (reason === undefined) return [];
  const { runs } = JSON.parse(received.slice(received.indexOf("\n\n") + 2));
  return turns
    .filter(({ runId }) => runs.some(({ id }: { id: string }) => id === runId))
    .map((turn) => ({ turn, reason }));
}

/** What the person's page lists. */
async function listLines(person: Page): Promise<Line[]> {
  await person.goto("/account");
  await expect(person.getByRole("heading", { name: "Who looked" })).toBeVisible();
  const items = person
    .getByRole("list", { name: "Who looked at what you wrote" })
    .getByRole("listitem");
  const lines: Line[] = [];
  for (const item of await items.all()) {
    const text = await item.innerText();
    const address = (await item.getByRole("link").getAttribute("href")) ?? "";
    lines.push({
      deed: text.includes("opened everything behind an answer") ? "opened" : "found",
      conversationId: address.slice("/c/".length),
      reason: /Reason: (.*)/.exec(text)?.[1] ?? "",
    });
  }
  return lines;
}

const inOrder = (lines: readonly Line[]) => lines.map((line) => JSON.stringify(line)).toSorted();

/** @param count how many lines the two people read together */
async function expectAgreement(count: number): Promise<void> {
  let sum = 0;
  for (const person of [ada, bea]) {
    const { lines, unseen } = readLog(person);
    expect(unseen, "answers with words that no reason let through").toEqual([]);
    expect(inOrder(await listLines(person))).toEqual(inOrder(lines));
    sum += lines.length;
  }
  expect(sum).toBe(count);
}

test("without a reason no answer holds a word, and nobody reads of a look", async () => {
  await readEverything();
  expect(proxy.exchanges().length).toBeGreaterThan(150);
  await expectAgreement(0);
});

test("a search with a reason is one line for each conversation that it shows", async () => {
  await admin.goto(`/admin/runs?q=${SEARCHED}`);
  await admin.getByRole("button", { name: "Search everything with a reason" }).click();
  const dialog = admin.getByRole("dialog", { name: "Search everything with a reason" });
  await dialog.getByLabel("Why do you search?").fill(SEARCH_REASON);
  await dialog.getByRole("button", { name: "Search", exact: true }).click();
  await expect(admin.getByText("Showing 4 of 4")).toBeVisible();
  await expectAgreement(3);
  await readEverything();
  await expectAgreement(3);
});

test("an opened run is one line, however much of it is read", async () => {
  await open(first, "A complaint about the first answer");
  await readEverything();
  await expectAgreement(4);
  const log = proxy.exchanges();
  for (const word of first.words)
    expect(log.some(({ received }) => received.includes(word))).toBe(true);
  await open(second, "A complaint about the second answer");
  await readEverything();
  await expectAgreement(5);
});

test("an answer that is read while it is written is one line", async () => {
  const [asked, written] = [newTag(), newTag()];
  const slowly = { text: `${written} `.repeat(2_000), tokenDelayMs: 50 };
  await model.script(asked, [slowly]);
  await bea.goto("/");
  const chat = chatPage(bea);
  await chat.say(`Go on about ${asked}`);
  await expect(chat.answers.last()).toContainText(written);
  const live = await keepTurn(bea, [asked, written]);
  await admin.goto(`/admin/runs/${live.runId}?panel=events`);
  await expect(admin.getByRole("list", { name: "Events" })).toContainText("Run started");
  await expectWords(live, false);
  await open(live, "An answer that does not end");
  await expectWords(live, true);
  await chat.stop();
  await expectAgreement(6);
});

/** Whether words of the turn have come to the admin's browser. */
async function expectWords({ words }: Turn, isThere: boolean): Promise<void> {
  const hasWords = () =>
    proxy.exchanges().some(({ received }) => words.some((word) => received.includes(word)));
  await expect.poll(hasWords).toBe(isThere);
}

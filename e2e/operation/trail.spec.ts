/**
 * The audit trail of a stack of its own. It refuses rows: nobody signs in or looks unseen, answers fail in plain words, and
 * all recovers. Somebody who has the database and no key changes a run, and writes into the trail. Admins turn the glass off.
 * What a start records.
 */
import { renameSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { Client } from "pg";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { chatPage } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { openRuns, runsOfPerson } from "../fixtures/open-runs.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { makePerson } from "../fixtures/people/make-person.ts";
import { enterAs, joinAsNewPerson, personOf } from "../fixtures/people/new-person.ts";
import { converseOverHttp } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

const REFUSED = "Nothing can be stored right now, so this was not done.";
const INTERRUPTED = "The answer was interrupted. You can try again.";
const UNSEEN = "The audit trail cannot be written right now";

let stack: TestStack;
let database: Client;
test.beforeAll(async () => {
  stack = await startTestStack({ name: "trail" });
  await connect();
});
test.afterAll(async () => {
  await database?.end();
  await stack?.remove();
});

async function connect(): Promise<void> {
  database = new Client({ connectionString: stack.databaseUrl });
  await database.connect();
}

async function restart(changed?: Record<string, string>): Promise<void> {
  await database.end();
  await stack.stop();
  await stack.startAgain(changed);
  await connect();
}

async function breakTrail(): Promise<void> {
  await database.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no rows today'; END $$`);
  await database.query(
    "CREATE TRIGGER refuse BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION refuse()",
  );
}

const mendTrail = () => database.query("DROP FUNCTION refuse CASCADE");

async function listDetails(action: string): Promise<unknown[]> {
  const text = "SELECT detail FROM audit_event WHERE action = $1 ORDER BY at";
  const { rows } = await database.query<{ detail: unknown }>(text, [action]);
  return rows.map(({ detail }) => detail);
}

async function countRunning(): Promise<number> {
  const { rows } = await database.query(
    "SELECT count(*)::int AS n FROM run WHERE status = 'running'",
  );
  return rows[0]?.n;
}

async function fillSignIn(page: Page): Promise<void> {
  await page.goto(`${stack.url}/sign-in`);
  await page.getByLabel("Email").fill("admin@halfsilver.local");
  await page.getByLabel("Password").fill(stack.demoPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
}

// Far from the server's zone: when something was found stands in the page's HTML.
test.use({ allowedErrors: [/status of 50[03]/], timezoneId: "Pacific/Kiritimati" });

// The first: what the others do to the trail is found within a minute. A list that was read would need no row for a while.
test("what somebody does to the trail stands across the inspector until an admin acknowledges it", async ({
  page,
}) => {
  const trail = async () => (await fetch(`${stack.url}/api/health/trail`)).status;
  const bar = page.getByRole("region", { name: "The audit trail is not what was written" });
  await fillSignIn(page);
  await expect(page).not.toHaveURL(/\/sign-in/);
  await page.goto(`${stack.url}/admin/system`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(await trail()).toBe(200);

  await database.query(`INSERT INTO audit_event (id, action, target, outcome, detail)
    VALUES (gen_random_uuid(), 'payloads.opened', 'run:x', 'allowed', '{}')`);
  await expect.poll(trail).toBe(503);
  const anchors = join(stack.dataDir, "audit-anchors.txt");
  renameSync(anchors, `${anchors}.away`);
  const health = async () => (await fetch(`${stack.url}/api/health/trail`)).json();
  await expect.poll(health).toEqual({ status: "found", findings: 2 });
  const whole = await fetch(`${stack.url}/api/health`);
  expect([whole.status, await whole.json()]).toMatchObject([
    200,
    { status: "degraded", parts: { audit: "found" } },
  ]);

  await page.reload();
  await expect(bar).toContainText("Rows that the application did not write were put aside");
  await expect(bar).toContainText("The file of anchors is gone");
  await bar.getByRole("link", { name: "Show in the trail" }).click();
  await expect(page.getByRole("cell", { name: "Found the trail changed" })).toHaveCount(2);
  await bar.getByRole("button", { name: "Acknowledge" }).click();
  await expect(bar).toHaveCount(0);
  expect(await trail()).toBe(200);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bar).toHaveCount(0);
  const { rows } = await database.query("SELECT why FROM audit_quarantine");
  expect(rows).toEqual([{ why: "unsigned" }]);
});

test("a trail that refuses rows stops what it cannot record, and nothing stays half done", async ({
  browser,
  page,
}) => {
  const operator = await browser.newContext();
  const admin = await operator.newPage();
  await fillSignIn(admin);
  await expect(admin).not.toHaveURL(/\/sign-in/);
  await joinAsNewPerson(page, stack);
  await page.goto(stack.url);
  const chat = chatPage(page);
  await chat.say("Count to 3");
  await chat.settled();
  await chat.say("Count to 2000 slowly");
  await expect(chat.answers.last()).toContainText("10, 11");

  await breakTrail();
  await chat.stopButton.click();
  await expect(chat.log).toContainText(INTERRUPTED);
  await page.reload();
  await expect(chat.log).toContainText(INTERRUPTED);
  await chat.say("Does this arrive?");
  await expect(page.getByRole("alert").filter({ hasText: REFUSED })).toBeVisible();
  await expect(chat.box).toHaveValue("Does this arrive?");
  await expect(chat.asked).toHaveCount(2);
  const health = async () => (await fetch(`${stack.url}/api/health`)).json();
  expect(await health()).toMatchObject({ status: "degraded", parts: { storage: "refusing" } });

  await admin.goto(`${stack.url}/admin/runs`);
  await expect(admin.getByText(UNSEEN).first()).toBeVisible();
  await expect(admin.getByRole("cell")).toHaveCount(0);
  const other = await browser.newContext();
  const stranger = await other.newPage();
  await fillSignIn(stranger);
  await expect(stranger.getByRole("alert").filter({ hasText: "went wrong" })).toBeVisible();
  await expect(stranger).toHaveURL(/\/sign-in/);

  await mendTrail();
  await expect.poll(countRunning).toBe(0);
  await expect.poll(async () => (await health()).parts.storage).toBe("ok");
  await expect(async () => {
    await chat.box.press("Enter");
    await expect(chat.asked).toHaveCount(3, { timeout: 2_000 });
  }).toPass();
  await chat.settled();
  await page.reload();
  await expect(chat.asked).toHaveCount(3);
  await expect(chat.log).toContainText(INTERRUPTED);
  const { rows: asked } = await database.query(
    "SELECT run.id FROM run JOIN message ON message.id = run.user_message_id WHERE content = 'Does this arrive?'",
  );
  expect(asked).toHaveLength(1);
  await openRuns(admin, [asked[0]?.id], stack);
  await admin.goto(`${stack.url}/admin/runs`);
  await expect(admin.locator("main")).toContainText("Does this arrive?");
  await fillSignIn(stranger);
  await expect(stranger).not.toHaveURL(/\/sign-in/);

  const { rows: half } = await database.query(
    "SELECT id FROM message WHERE role = 'assistant' AND ending IS NULL",
  );
  expect(half).toEqual([]);
  await operator.close();
  await other.close();
});

test("a run shows its seal, and which event was changed behind the product's back", async ({
  page,
}) => {
  await fillSignIn(page);
  await expect(page).not.toHaveURL(/\/sign-in/);
  const { runIds } = await converseOverHttp(await joinOverHttp(stack), ["What is fibonacci(90)?"]);
  const [id] = runIds;
  await openRuns(page, runIds, stack);
  await page.goto(`${stack.url}/admin/runs/${id}`);
  const sealed = page.getByText("Sealed", { exact: true });
  await expect(sealed).toHaveAccessibleDescription(/events are what was sealed as number/);

  const move = (by: string) =>
    database.query("UPDATE run_event SET at = at + $2::interval WHERE run_id = $1 AND seq = 3", [
      id,
      by,
    ]);
  await move("1 second");
  await page.reload();
  const broken = page.getByText("Seal broken: event 3 was changed");
  await expect(broken).toBeVisible();
  await broken.click();
  await expect(page).toHaveURL(/panel=events&event=3/);
  await move("-1 second");
});

/** A page of a new operator. */
async function openOperator(browser: Browser, role: "admin" | "auditor"): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: stack.url })).newPage();
  await enterAs(page, await makePerson(role, stack), stack);
  return page;
}

test("a person reads how many looks were taken out of the trail", async ({
  page: chatting,
  browser,
}) => {
  await joinAsNewPerson(chatting, stack);
  await chatting.goto(stack.url);
  const chat = chatPage(chatting);
  await chat.say("What is fibonacci(90)?");
  await chat.settled();
  const { id } = await personOf(chatting, stack);
  const runIds = await runsOfPerson({ id }, stack);
  for (let looks = 0; looks < 3; looks += 1)
    await openRuns(await openOperator(browser, "admin"), runIds, stack);
  await chatting.goto(`${stack.url}/account`);
  for (const number of [1, 2, 3])
    await expect(chatting.getByText(`Proved: look number ${number}`)).toBeVisible();

  await database.query(
    `DELETE FROM audit_event WHERE id = (SELECT id FROM audit_event
       WHERE action = 'payloads.opened' AND subject_id = $1 ORDER BY at OFFSET 1 LIMIT 1)`,
    [id],
  );
  await chatting.reload();
  const missing = "Looks that are missing between number 1 and number 3: 1.";
  await expect(chatting.getByText(missing)).toBeVisible();
  expect(await findViolations(chatting)).toEqual([]);
});

test("two admins turn the glass off, and everybody is told", async ({
  browser,
  page: chatting,
}) => {
  await joinAsNewPerson(chatting, stack);
  const [admin, second, auditor] = [
    await openOperator(browser, "admin"),
    await openOperator(browser, "admin"),
    await openOperator(browser, "auditor"),
  ];
  await admin.goto("/admin/audit");
  const glass = admin.getByRole("region", { name: "People see who looks" });
  await glass.getByLabel("Why?").fill("An investigation of the board");
  await glass.getByRole("button", { name: "Ask to turn it off" }).click();
  await expect(glass).toContainText("Another admin must agree.");
  const agree = { headers: FROM_PAGE, data: { do: "agree" } };
  const address = `${stack.url}/api/admin/glass`;
  expect((await admin.request.post(address, agree)).status()).toBe(409);
  expect((await auditor.request.post(address, agree)).status()).toBe(404);
  expect((await chatting.request.post(address, agree)).status()).toBe(404);

  await second.goto("/admin/audit");
  await second.getByRole("button", { name: "Agree" }).click();
  await expect(second.getByRole("region", { name: "People do not see" })).toBeVisible();
  await chatting.goto(`${stack.url}/account`);
  await expect(chatting.getByText(/people here are not told who looks/)).toBeVisible();
});

test("a start records the policies, and names the settings that differ from the last one", async () => {
  const policies = await listDetails("policy.changed");
  expect(policies).toContainEqual(expect.objectContaining({ version: 1 }));
  await restart();
  expect(await listDetails("policy.changed")).toEqual(policies);
  expect(await listDetails("settings.changed")).toEqual([]);
  await restart({ SIGN_UP_OPEN: "0", AGENT_INSTRUCTIONS: "Speak like a kestrel." });
  expect(await listDetails("settings.changed")).toEqual([
    expect.objectContaining({ names: ["AGENT_INSTRUCTIONS", "SIGN_UP_OPEN"] }),
  ]);
});

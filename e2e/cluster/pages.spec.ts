/** What a browser shows whose page comes from another instance than the one that works, when that one dies. */
import type { Page } from "@playwright/test";
import { chatPage, conversationIdOf } from "../fixtures/chat-page.ts";
import { loggedOf, ownerOf } from "../fixtures/cluster/follow-run.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { type Cluster, type Instance, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { startGone } from "../fixtures/cluster/start-gone.ts";
import { countTo, newTag } from "../fixtures/demo-model-control.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";
import { shorterForMs, WORDS, watchAnswer } from "../fixtures/watch-answer.ts";

const PATIENCE_MS = 240_000;
const BLINK_MS = 400;
const IN_TIME = { timeout: 60_000, intervals: [50] };
let cluster: Cluster;
test.describe.configure({ timeout: PATIENCE_MS, mode: "serial" });
// A request that the killed instance had in hand is lost, and the page sends it again.
test.use({ allowedErrors: [/ERR_|Failed to fetch|Failed to load resource/] });
test.beforeAll(async () => {
  test.skip(!hasHaproxy(), "haproxy is not installed");
  test.setTimeout(PATIENCE_MS);
  cluster = await startCluster({ RUN_LEASE_MS: "3000", RUN_SWEEP_MS: "100" });
});
test.afterAll(() => cluster?.remove());
test.afterEach(() => startGone(cluster));

/** Says something, and reads the answer from an instance that does not work on it. @returns who does, and the run */
async function sayAndReadElsewhere(page: Page, words: string) {
  await joinAsNewPerson(page, cluster);
  await page.goto(cluster.url);
  const chat = chatPage(page);
  await chat.say(words);
  await page.waitForURL(/\/c\//);
  const conversationId = conversationIdOf(page.url());
  const { rows } = await cluster.database.query(
    "SELECT id FROM run WHERE conversation_id = $1 AND status = 'running'",
    [conversationId],
  );
  const runId: string = rows[0].id;
  const owner = await ownerOf(cluster, runId);
  const reader = cluster.instances.find((instance) => instance !== owner);
  await readFrom(page, reader);
  await page.reload();
  return { chat, conversationId, runId, owner };
}

async function readFrom(page: Page, instance: Instance | undefined): Promise<void> {
  const at = new URL(instance?.url ?? "");
  await page.route("**/api/runs/*/stream*", (route) => {
    const url = new URL(route.request().url());
    url.host = at.host;
    return route.continue({ url: url.href });
  });
}

test("an answer goes on in the browser when its instance is killed, and is never shorter", async ({
  page,
}) => {
  const tag = newTag();
  const question = `Count to 150 ${tag}`;
  // Long enough for a slow machine to open the page anew before the end.
  await cluster.model.queue({ scenario: "slow", match: tag, tokenDelayMs: 200 });
  const { chat, conversationId, runId, owner } = await sayAndReadElsewhere(page, question);
  await expect(chat.answers).toContainText("20, 21");
  const seen = await watchAnswer(page, WORDS);
  await owner.kill();
  await expect(chat.answers.locator(".prose")).toHaveText(countTo(150), {
    ...IN_TIME,
    timeout: 90_000,
  });
  await chat.settled();
  expect(shorterForMs(await seen())).toBeLessThan(BLINK_MS);
  expect(await loggedOf(cluster, runId, "run.taken_over")).not.toHaveLength(0);
  expect(await loggedOf(cluster, runId, "run.ended")).toHaveLength(1);
  await page.reload();
  await expect(chat.asked).toHaveText([question]);
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.answers.locator(".prose")).toHaveText(countTo(150));
  // The next turn knows what was said.
  await chat.say("Count to 3");
  await expect(chat.answers.last()).toContainText("1, 2, 3");
  const { rows } = await cluster.database.query(
    "SELECT count(*)::int AS n FROM run WHERE conversation_id = $1",
    [conversationId],
  );
  expect(rows[0].n).toBe(2);
});

test("a decision whose instance is killed is carried out once, and the page says how it ended", async ({
  page,
}) => {
  const { database } = cluster;
  const peopleLeft = async () =>
    Number((await database.query("SELECT count(*) FROM ums_person")).rows[0].count);
  await joinAsNewPerson(page, cluster);
  await page.goto(cluster.url);
  const chat = chatPage(page);
  await chat.say("list users");
  await expect(chat.answers.last()).toContainText("@");
  await chat.settled();
  await chat.say("delete the first one");
  const approve = page.getByRole("button", { name: "Approve" });
  await expect(approve).toBeVisible();
  await chat.settled();
  const before = await peopleLeft();
  await approve.click();
  const conversationId = conversationIdOf(page.url());
  const runs = async () =>
    (
      await database.query("SELECT id FROM run WHERE conversation_id = $1 ORDER BY id", [
        conversationId,
      ])
    ).rows;
  // The list, the question, and the decision.
  await expect.poll(runs, IN_TIME).toHaveLength(3);
  const runId: string = (await runs())[2].id;
  await (await ownerOf(cluster, runId)).kill();
  await expect
    .poll(async () => (await loggedOf(cluster, runId, "run.ended")).length, IN_TIME)
    .toBe(1);
  await expect(chat.answers.last()).toContainText(/deleted|cannot tell whether that was done/i);
  await expect(approve).toHaveCount(0);
  await chat.settled();
  expect([0, 1]).toContain(before - (await peopleLeft()));
  await page.reload();
  await expect(chat.answers.last()).toContainText(/deleted|cannot tell whether that was done/i);
  await expect(approve).toHaveCount(0);
});

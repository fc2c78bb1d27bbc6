/** Calls to a model are limited over all instances; who waits for a place reads which number they have. */
import type { RecordedRequest } from "../../lib/demo-model/http/demo-model-state.ts";
import { chatPage, conversationIdOf } from "../fixtures/chat-page.ts";
import { converse } from "../fixtures/cluster/converse.ts";
import { beginRun, loggedOf } from "../fixtures/cluster/follow-run.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { startGone } from "../fixtures/cluster/start-gone.ts";
import { countTo, newTag } from "../fixtures/demo-model-control.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const PATIENCE_MS = 240_000;
const IN_TIME = { timeout: 30_000, intervals: [50] };
const MAX = 2;
let cluster: Cluster;
test.describe.configure({ timeout: PATIENCE_MS, mode: "serial" });
test.beforeAll(async () => {
  test.skip(!hasHaproxy(), "haproxy is not installed");
  test.setTimeout(PATIENCE_MS);
  cluster = await startCluster({
    MODEL_MAX_AT_ONCE: String(MAX),
    // A takeover frees the places of a turn. With a shorter lease, instances that are only late would lose their turns.
    RUN_LEASE_MS: "5000",
    RUN_SWEEP_MS: "100",
  });
});
test.afterAll(() => cluster?.remove());
test.afterEach(() => startGone(cluster));

/** The most requests that the model had in hand at the same time. */
function mostAtOnce(requests: readonly RecordedRequest[]): number {
  const changes = requests.flatMap(({ startedAt, endedAt }) => [
    { at: startedAt, by: 1 },
    { at: endedAt ?? new Date().toISOString(), by: -1 },
  ]);
  let now = 0;
  return changes
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.by - b.by)
    .reduce((most, { by }) => {
      now += by;
      return Math.max(most, now);
    }, 0);
}

/** Takes all places with answers that the model holds back. @returns their runs, and lets them go on */
async function takeAllPlaces() {
  const tag = newTag();
  for (const structured of [true, false])
    await cluster.model.queue({ scenario: "slow", match: tag, held: true, structured });
  const person = await joinOverHttp(cluster);
  const begun = await beginRun(cluster, person, `Count to 3 ${tag}`);
  await expect.poll(() => cluster.model.requests(tag), IN_TIME).toHaveLength(MAX);
  const letGo = () => cluster.model.release(tag);
  return { person, ...begun, letGo };
}

test("who waits reads their number and since when, and moves up", async ({ page }) => {
  const first = await takeAllPlaces();
  const ahead = await joinOverHttp(cluster);
  const next = await beginRun(cluster, ahead, "Count to 20 slowly");
  const places = "SELECT FROM model_place WHERE run_id = $1";
  const waiting = async () => (await cluster.database.query(places, [next.runId])).rowCount;
  await expect.poll(waiting, IN_TIME).toBeGreaterThan(0);
  await joinAsNewPerson(page, cluster);
  await page.goto(cluster.url);
  const chat = chatPage(page);
  await chat.say("Count to 5");
  const line = page.locator(".status-line");
  await expect(line).toContainText("Waiting for a free place: number 2 in the queue");
  // Longer than it takes to be told that a model is starting.
  await expect(line).toContainText(/number 2 in the queue.*for 1\d seconds/, { timeout: 20_000 });
  await page.reload();
  await expect(line).toContainText("number 2 in the queue");
  await ahead.stop(next.runId);
  await expect(line).toContainText("number 1 in the queue");
  await first.letGo();
  await expect(chat.answers).toContainText("1, 2, 3, 4, 5");
  await expect(line).not.toContainText("queue");
  await chat.settled();
  const [id] = (
    await cluster.database.query(
      "SELECT id FROM run WHERE answer_message_id IN (SELECT id FROM message WHERE conversation_id = $1)",
      [conversationIdOf(page.url())],
    )
  ).rows;
  const [waited] = await loggedOf(cluster, id.id, "model.queued");
  expect(waited).toMatchObject({ position: 2 });
  expect(waited.waitMs).toBeGreaterThan(5_000);
  expect(await loggedOf(cluster, id.id, "plan.made")).toHaveLength(1);
});

test("many people's calls never exceed the limit, and one who asks much holds up nobody", async () => {
  await cluster.model.clearRequests();
  const busy = await joinOverHttp(cluster);
  const order: string[] = [];
  const turn = async (name: string, person: Awaited<ReturnType<typeof joinOverHttp>>) => {
    const { ending, text } = await converse(person, "Count to 15");
    order.push(name);
    return { ending, text };
  };
  const others = await Promise.all(Array.from({ length: 4 }, () => joinOverHttp(cluster)));
  const turns = Array.from({ length: 12 }, () => turn("busy", busy));
  await expect.poll(() => cluster.model.requests(), IN_TIME).not.toHaveLength(0);
  turns.push(...others.map((person) => turn("other", person)));
  const ends = await Promise.all(turns);
  expect(ends).toEqual(ends.map(() => ({ ending: "complete", text: countTo(15) })));
  expect(order.slice(-2)).toEqual(["busy", "busy"]);
  const requests = await cluster.model.requests();
  expect(requests.length).toBeGreaterThanOrEqual(ends.length);
  expect(mostAtOnce(requests)).toBe(MAX);
});

test("places of a killed instance are given to others", async () => {
  const first = await takeAllPlaces();
  const waiting = await Promise.all(
    [1, 2].map(async () => {
      const person = await joinOverHttp(cluster);
      return { person, ...(await beginRun(cluster, person, "Count to 7")) };
    }),
  );
  await first.owner.kill();
  await first.letGo();
  for (const { person, runId } of waiting) {
    const [elsewhere] = first.others;
    const end = await person.follow(runId, undefined, elsewhere?.url);
    expect(end).toMatchObject({ ending: "complete", text: countTo(7) });
  }
  const goesOn = () => first.person.answersOf(first.conversationId);
  await expect.poll(goesOn, IN_TIME).toMatchObject([{ ending: "complete", content: countTo(3) }]);
});
